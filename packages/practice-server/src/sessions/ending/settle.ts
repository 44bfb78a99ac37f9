import { type EndReason, exerciseIdOf, PracticeError, type SessionId } from '@agent-factory/protocol';
import { deleteSession, findSession, type SessionRecord } from '../../store/records/sessions.js';
import { adoptSession } from '../adopt.js';
import type { SessionContext } from '../context.js';

/**
 * Brings pages and records in line with the state of a session in tmux, and returns its record if it is alive.
 * If its program has ended, every page gets its last screen and the session is removed; if it is gone (as far
 * as we know, for the reason `goneBy`), it is forgotten; if it has no record, it is adopted. Throws
 * `session_failed` if tmux cannot be asked: then nothing is known, and nothing changes.
 *
 * Waits for its turn: nothing else changes the session meanwhile.
 */
export function settleSession(
  context: SessionContext,
  sessionId: SessionId,
  goneBy: EndReason = 'lost',
): Promise<SessionRecord | undefined> {
  return context.turns.run(sessionId, () => settle(context, sessionId, goneBy));
}

/** The same, for callers that already have the turn. */
export async function settle(
  context: SessionContext,
  sessionId: SessionId,
  goneBy: EndReason = 'lost',
): Promise<SessionRecord | undefined> {
  const { tmux, terminals } = context;
  switch (await tmux.state(sessionId)) {
    case 'alive':
      return recordOf(context, sessionId);
    case 'ended':
      await terminals.showLastScreen(sessionId);
      await forgetSession(context, sessionId, 'exited');
      await tmux.killSession(sessionId);
      return undefined;
    case 'gone':
      await terminals.readToEnd(sessionId);
      await forgetSession(context, sessionId, goneBy);
      return undefined;
    case 'unknown':
      throw cannotAsk();
  }
}

/** Tells the pages why a session has ended, and voids its ticket. */
export async function forgetSession(context: SessionContext, sessionId: SessionId, reason: EndReason): Promise<void> {
  const { store, watch, observers, terminals, live, events, hooks, log } = context;
  const exerciseId = exerciseIdOf(sessionId);
  watch.stop(sessionId);
  terminals.end(sessionId, reason);
  if (exerciseId === undefined || (await findSession(store, exerciseId)) === undefined) return;
  await deleteSession(store, exerciseId).finally(() => live.refresh());
  await observers.forget(exerciseId);
  events.append({ exerciseId, type: 'session_ended', data: { reason } });
  hooks.onSessionEnded(exerciseId, reason);
  log.info({ exerciseId, reason }, 'Session ended');
}

async function recordOf(context: SessionContext, sessionId: SessionId): Promise<SessionRecord | undefined> {
  const exerciseId = exerciseIdOf(sessionId);
  const known = exerciseId && (await findSession(context.store, exerciseId));
  if (exerciseId === undefined || known !== undefined) return known || undefined;
  const [session] = await context.tmux.look(sessionId);
  if (session === undefined) throw cannotAsk();
  return adoptSession(context, exerciseId, session);
}

function cannotAsk(): PracticeError {
  return new PracticeError(
    'session_failed',
    'tmux does not answer, so nobody knows whether this exercise is still running. Nothing was ended; try again in a moment. "practice-server doctor" says what is wrong.',
    { detail: 'tmux could not be asked' },
  );
}
