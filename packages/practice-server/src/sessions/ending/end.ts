import { type EndReason, type ExerciseId, sessionIdOf } from '@agent-factory/protocol';
import type { SessionContext } from '../context.js';
import { forgetSession } from './settle.js';

/**
 * Ends a session for good: its programs get a hang-up, or are ended if they have left it (`setsid`), its pages
 * are told why, and its ticket becomes void. Throws `session_failed` if it does not end; then nobody is told.
 */
export async function endSession(context: SessionContext, exerciseId: ExerciseId, reason: EndReason): Promise<void> {
  await context.turns.run(sessionIdOf(exerciseId), () => end(context, exerciseId, reason));
}

/** The same, for callers that already have the turn. */
export async function end(context: SessionContext, exerciseId: ExerciseId, reason: EndReason): Promise<void> {
  const sessionId = sessionIdOf(exerciseId);
  await context.tmux.killSession(sessionId, { withEscaped: true });
  await forgetSession(context, sessionId, reason);
}
