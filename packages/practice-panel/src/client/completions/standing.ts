import type { Outbox } from './outbox.js';

/**
 * How far the latest completion of an exercise has got. `telling`: it was not offered yet. `waiting`: the endpoint has
 * not answered as it should.
 */
export type ToldStanding =
  | { readonly status: 'telling' | 'waiting' | 'told' }
  | { readonly status: 'refused'; readonly why: string };

/** Undefined if nothing is known of a completion. */
export function standingIn({ waiting, told }: Outbox, exerciseId: string): ToldStanding | undefined {
  const item = waiting.findLast((entry) => entry.exerciseId === exerciseId);
  if (item?.refused !== undefined) return { status: 'refused', why: item.refused.why };
  if (item !== undefined) return { status: item.attempts === 0 ? 'telling' : 'waiting' };
  return told.some((entry) => entry.exerciseId === exerciseId) ? { status: 'told' } : undefined;
}
