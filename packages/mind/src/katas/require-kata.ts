import { findGap, findKata, type Kata, type KnowledgeGap } from '@agent-factory/coach/store';
import { PracticeError } from '@agent-factory/protocol';
import type { MindRoom } from '../room.js';

/** A kata, and the gap that it is against. Throws `kata_not_found`. */
export async function requireKata({ host }: MindRoom, id: string): Promise<{ kata: Kata; gap: KnowledgeGap }> {
  const kata = await findKata(host.store, id);
  const gap = kata && (await findGap(host.store, kata.knowledgeGapId));
  if (kata === undefined || gap === undefined) throw noKata(id);
  return { kata, gap };
}

/** In the words of the specification (scenario 11.9). */
export function noKata(id: string): PracticeError {
  return new PracticeError('kata_not_found', 'Kata not found', { kataId: id });
}
