import { addAttempt, type Kata, type KnowledgeGap, listAssessments } from '@agent-factory/coach/store';
import type { Workplace } from '@agent-factory/coach/workplace';
import { shortened } from '@agent-factory/protocol';
import type { ClientPayload, ProjectId } from '@agent-factory/protocol/coach';
import type { Constraint, Review, Stage } from '@agent-factory/protocol/mind';
import { actionLog, MAX_ACTION_WORD, wordsOf } from '../explain/asked.js';
import { stageFor } from '../explain/stage.js';
import type { Answer } from '../model/call.js';
import {
  assembleUserMessage,
  type PracticeReviewResponse,
  responseSchema,
  systemPromptFor,
} from '../prompts/practice-review.js';
import type { MindRoom } from '../room.js';
import { activeConstraints, comparableAttempts } from './constraints.js';
import { addressesGap, bestLevelOf, newlyUnlocked } from './levels.js';
import { noKata, requireKata } from './require-kata.js';
import { shownReview } from './shown-review.js';

export type Submission = ClientPayload<'user:review'>;

export interface ReviewAsked {
  /** Where it is submitted, if in an open project: then it is written into the log of its session. */
  readonly workplace?: Workplace | undefined;
}

const MODEL = 'sonnet';
/** A level that no attempt has, for a review that has not come about. */
const NO_LEVEL = 0;

/**
 * Reviews a solution of a kata, and keeps it with its review after those before it. Throws `kata_not_found`, what
 * `Models.askAgain` throws, and what the database throws where the disk is full; then no attempt is kept.
 */
export async function review(room: MindRoom, submission: Submission, { workplace }: ReviewAsked = {}): Promise<Review> {
  const log = actionLog(workplace);
  const { kataId } = submission;
  log('review_requested', { kataId });
  const { kata, gap } = await requireKata(room, kataId);
  const active = activeConstraints(kata.constraints, submission.activeConstraintTitles);
  const stage = await stageOf(room, gap);
  const begun = performance.now();
  try {
    const answer = await ask(room, { kata, active, stage, submission, ...place(workplace, gap) });
    const reviewed = await keep(room, { kata, active, submission, answer });
    const { level, passed } = reviewed;
    const model = shortened(answer.model, MAX_ACTION_WORD);
    log('review_completed', { kataId, level, passed, model, latency_ms: answer.latencyMs, success: true });
    return reviewed;
  } catch (error) {
    const failure = { success: false, error: shortened(wordsOf(error), MAX_ACTION_WORD) };
    const nothing = { level: NO_LEVEL, passed: false, model: MODEL };
    log('review_completed', { kataId, ...nothing, latency_ms: Math.round(performance.now() - begun), ...failure });
    throw error;
  }
}

interface Place {
  readonly sessionId: string | null;
  readonly projectId: ProjectId | null;
}

interface Judged {
  readonly kata: Kata;
  readonly active: readonly Constraint[];
  readonly submission: Submission;
}

/** Outside of a project, the gap's own pays for it. */
function place(workplace: Workplace | undefined, gap: KnowledgeGap): Place {
  if (workplace === undefined) return { sessionId: null, projectId: gap.projectId };
  return { sessionId: workplace.session.current?.id ?? null, projectId: workplace.place.project.id };
}

function ask(
  { models }: MindRoom,
  { kata, active, stage, submission, sessionId, projectId }: Judged & Place & { readonly stage: Stage },
): Promise<Answer<PracticeReviewResponse>> {
  return models.askAgain({
    callType: 'practice_review',
    part: 'review',
    model: MODEL,
    systemPrompt: systemPromptFor(stage),
    userMessage: assembleUserMessage({
      description: kata.description,
      instructorNotes: kata.instructorNotes,
      activeConstraints: active,
      userCode: submission.userCode,
      previousAttempts: comparableAttempts(kata.userAttempts, active),
    }),
    responseSchema,
    sessionId,
    projectId,
  });
}

async function keep(
  room: MindRoom,
  { kata, active, submission, answer }: Judged & { readonly answer: Answer<PracticeReviewResponse> },
): Promise<Review> {
  const { hasLeaked, ...said } = shownReview(answer.value, { kata, submission });
  if (hasLeaked)
    room.host.logWarning('A review told what only the instructor is to know; it was left out', { kataId: kata.id });
  const { level, passed, feedback } = said;
  const attempt = {
    code: submission.userCode,
    review: feedback,
    level,
    passed,
    constraints: active.map(({ title }) => title),
    at: new Date(room.now()).toISOString(),
  };
  const kept = await addAttempt(room.host.store, kata.id, attempt, { addressesGap: addressesGap(said) });
  if (kept === undefined) throw noKata(kata.id);
  // Of what is stored, not of what was read before the model was asked: another attempt may have come meanwhile.
  const before = bestLevelOf(kept.userAttempts.slice(0, -1));
  return { kataId: kata.id, ...said, unlockedConstraints: newlyUnlocked(kept.constraints, before, level) };
}

async function stageOf({ host }: MindRoom, { topic, relatedConcepts }: KnowledgeGap): Promise<Stage> {
  return stageFor(await listAssessments(host.store), { topics: [topic], texts: relatedConcepts });
}
