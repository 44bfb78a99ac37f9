import type { MessageContext } from '@agent-factory/coach/workplace';
import type { ClientPayload } from '@agent-factory/protocol/coach';
import type { Review } from '@agent-factory/protocol/mind';
import { tellFailure } from '../explain/asked.js';
import type { MindRoom } from '../room.js';
import { review, type Submission } from './review.js';

/** Answers the page that has submitted a solution: the others are not interrupted. Never throws. */
export async function answerReview(
  room: MindRoom,
  submission: ClientPayload<'user:review'>,
  context: MessageContext,
): Promise<void> {
  const reviewed = await reviewFor(room, submission, context);
  if (reviewed !== undefined) context.answer('review:response', reviewed);
}

/** The same by its older name. */
export async function answerSubmission(
  room: MindRoom,
  { kataId, code, activeConstraints }: ClientPayload<'practice:submit_solution'>,
  context: MessageContext,
): Promise<void> {
  const submission = { kataId, userCode: code, activeConstraintTitles: activeConstraints };
  const reviewed = await reviewFor(room, submission, context);
  if (reviewed === undefined) return;
  const { feedback, level, passed, unlockedConstraints } = reviewed;
  const constraintsUnlocked = unlockedConstraints.map(({ title }) => title);
  context.answer('practice:solution_review', { review: feedback, level, passed, constraintsUnlocked });
}

/** Undefined where the page has been told why there is none. */
async function reviewFor(
  room: MindRoom,
  submission: Submission,
  { workplace, answer }: MessageContext,
): Promise<Review | undefined> {
  try {
    return await review(room, submission, { workplace });
  } catch (error) {
    const words = tellFailure(room.host, error, 'A solution of a kata could not be reviewed');
    answer('review:error', { kataId: submission.kataId, error: words });
    return undefined;
  }
}
