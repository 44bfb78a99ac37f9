import type { MessageContext } from '@agent-factory/coach/workplace';
import { endSession } from '../pipeline/wrap-up/end-session.js';
import type { MindRoom } from '../room.js';

/** The student is done for now. Their page is told in words what comes of it. Throws what `endSession` throws. */
export async function leaveSession(room: MindRoom, { workplace, answer }: MessageContext): Promise<void> {
  const { knowledgeGaps, kataSpecs, memoriesStored } = await endSession(room, workplace, '');
  answer('session:ended', { summary: summaryOf({ knowledgeGaps, kataSpecs, memoriesStored }) });
}

function summaryOf(counts: { knowledgeGaps: number; kataSpecs: number; memoriesStored: number }): string {
  const { knowledgeGaps, kataSpecs, memoriesStored } = counts;
  const found = [
    counted(knowledgeGaps, 'thing to work on', 'things to work on'),
    counted(kataSpecs, 'kata made of it', 'katas made of it'),
    counted(memoriesStored, 'memory kept', 'memories kept'),
  ].filter((part) => part !== undefined);
  return found.length === 0 ? 'The session is over.' : `The session is over: ${found.join(', ')}.`;
}

function counted(count: number, one: string, many: string): string | undefined {
  return count === 0 ? undefined : `${count} ${count === 1 ? one : many}`;
}
