import type { RegistryEntry } from '@agent-factory/protocol';

/** Name of the event on `window` that tells a page about a completed exercise. */
export const COMPLETED_EVENT = 'practice:completed';

/** `detail` of that event. */
export interface CompletedDetail {
  readonly exerciseId: string;
  readonly xp: number;
  /** False if the exercise had been completed before and was then started over. */
  readonly first: boolean;
}

/** Tells the page that an exercise is complete. Outside a browser there is no page to tell. */
export function announceCompletion({ id, xpReward }: RegistryEntry, first: boolean): void {
  if (typeof window === 'undefined') return;
  const detail: CompletedDetail = { exerciseId: id, xp: xpReward, first };
  window.dispatchEvent(new CustomEvent(COMPLETED_EVENT, { detail }));
}
