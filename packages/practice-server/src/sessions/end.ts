import { type EndReason, type ExerciseId, sessionIdOf } from '@agent-factory/protocol';
import { deleteSession } from '../store/sessions.js';
import type { SessionContext } from './context.js';

/** Ends a session for good: its pages are told why, its programs get a hang-up, its ticket is void. */
export async function endSession(context: SessionContext, exerciseId: ExerciseId, reason: EndReason): Promise<void> {
  const sessionId = sessionIdOf(exerciseId);
  context.watch.stop(sessionId);
  context.terminals.end(sessionId, reason);
  await context.tmux.killSession(sessionId);
  void context.live.list();
  await deleteSession(context.store, exerciseId);
  context.log.info({ exerciseId, reason }, 'Session ended');
}
