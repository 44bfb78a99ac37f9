import { listAssessments, listKatas as listStored, type Kata as StoredKata } from '@agent-factory/coach/store';
import type { Kata, katasResponseSchema } from '@agent-factory/protocol/mind';
import type * as z from 'zod';
import { overallStage } from '../explain/stage.js';
import type { MindRoom } from '../room.js';
import { bestLevelOf, isUnlocked } from './levels.js';
import { requireKata } from './require-kata.js';

type Katas = z.infer<typeof katasResponseSchema>;

/** All katas, the latest first, and how far the learner is on the whole. */
export async function listKatas({ host }: MindRoom): Promise<Katas> {
  return { katas: await listStored(host.store), stage: overallStage(await listAssessments(host.store)) };
}

/** A kata to work on, without what its instructor has noted. Throws `kata_not_found`. */
export async function kata(room: MindRoom, id: string): Promise<Kata> {
  const { kata: stored, gap } = await requireKata(room, id);
  const bestLevel = bestLevelOf(stored.userAttempts);
  return {
    id: stored.id,
    title: stored.title,
    topic: gap.topic,
    attemptsCount: stored.userAttempts.length,
    bestLevel,
    constraintCount: stored.constraints.length,
    description: stored.description,
    scaffoldingCode: stored.scaffoldingCode,
    constraints: stored.constraints.map((one) => ({ ...one, unlocked: isUnlocked(one, bestLevel) })),
    attempts: stored.userAttempts.flatMap((attempt) =>
      shownAttempt(attempt, stored.createdAt ?? gap.lastEncounteredAt),
    ),
  };
}

/** None that was never reviewed. `since`: of one whose time nobody has written down. */
function shownAttempt(attempt: StoredKata['userAttempts'][number], since: string): Kata['attempts'] {
  const { code, review, level, passed, constraints = [], at = since } = attempt;
  if (review === undefined || level === undefined || passed === undefined) return [];
  return [{ code, review, level, passed, constraints, at }];
}
