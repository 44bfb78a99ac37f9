import { setTimeout as delay } from 'node:timers/promises';
import { PracticeError, type SessionId } from '@agent-factory/protocol';
import type { SessionRecord } from '../../store/records/sessions.js';
import type { SessionContext } from '../context.js';
import { settleSession } from './settle.js';

/**
 * How long the end of a client may stay unexplained: a server that is ending answers nobody for a moment, which is
 * longer on a busy machine. Its page can do nothing meanwhile, and would come back only to learn the same.
 */
const EXPLAIN_MS = 3000;
const ASK_EVERY_MS = 200;

/** What `settleSession` does, asked again where nobody knows yet why a tmux client has ended. */
export async function settleClientExit(
  context: SessionContext,
  sessionId: SessionId,
  exitCode: number,
): Promise<SessionRecord | undefined> {
  const deadline = performance.now() + EXPLAIN_MS;
  for (;;) {
    try {
      return await settleSession(context, sessionId, exitCode === 0 ? 'exited' : 'lost');
    } catch (error) {
      const isUnknown = error instanceof PracticeError && error.code === 'session_failed';
      if (!isUnknown || context.closing.aborted || performance.now() > deadline) throw error;
    }
    await delay(ASK_EVERY_MS);
  }
}
