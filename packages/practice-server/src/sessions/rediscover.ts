import { exerciseIdOf, sessionIdOf } from '@agent-factory/protocol';
import { listSessionRecords } from '../store/records/sessions.js';
import { adoptSession } from './adopt.js';
import type { SessionContext } from './context.js';
import { forgetSession, settleSession } from './ending/settle.js';

/** Brings our records and tmux together after a restart, and returns how many sessions are still there. */
export async function rediscoverSessions(context: SessionContext): Promise<number> {
  const { live, ended, unknown } = await context.live.list();
  for (const session of live) {
    const exerciseId = exerciseIdOf(session.sessionId);
    if (exerciseId === undefined) continue;
    await context.tmux.endWaiters(session.sessionId);
    await adoptSession(context, exerciseId, session);
  }
  for (const sessionId of ended) await settleSession(context, sessionId);
  const kept = new Set([...live.map(({ sessionId }) => sessionId), ...unknown].map(exerciseIdOf));
  for (const { exerciseId } of await listSessionRecords(context.store)) {
    // It ended while nobody looked: the machine was off, say.
    if (!kept.has(exerciseId)) await forgetSession(context, sessionIdOf(exerciseId), 'lost');
  }
  return kept.size;
}
