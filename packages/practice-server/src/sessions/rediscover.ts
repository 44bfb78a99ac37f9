import { type ExerciseId, exerciseIdOf } from '@agent-factory/protocol';
import { newSecret } from '../access/secrets.js';
import { deleteSession, findSession, listSessionRecords, saveSession } from '../store/sessions.js';
import { findWorkspace } from '../store/workspaces.js';
import type { TmuxSession } from '../tmux/session-list.js';
import type { SessionContext } from './context.js';

/**
 * Brings our records and tmux together after a restart. A session whose record survived keeps its
 * ticket, so that open pages reconnect by themselves; one without a record is taken in with a new one.
 */
export async function rediscoverSessions(context: SessionContext): Promise<number> {
  const live = await context.live.list();
  const alive = new Set<ExerciseId>();
  for (const session of live) {
    const exerciseId = exerciseIdOf(session.sessionId);
    if (exerciseId === undefined) continue;
    alive.add(exerciseId);
    await adopt(context, exerciseId, session);
  }
  for (const record of await listSessionRecords(context.store)) {
    if (!alive.has(record.exerciseId)) await deleteSession(context.store, record.exerciseId);
  }
  return alive.size;
}

async function adopt(context: SessionContext, exerciseId: ExerciseId, session: TmuxSession): Promise<void> {
  const [known, workspace] = await Promise.all([
    findSession(context.store, exerciseId),
    findWorkspace(context.store, exerciseId),
  ]);
  const agent = known?.agent ?? workspace?.agent ?? context.config.agent;
  if (known === undefined) {
    const createdAt = new Date(session.createdAt).toISOString();
    await saveSession(context.store, { exerciseId, agent, ticket: newSecret(), createdAt });
  }
  const { sessionId, paneId, agentExit } = session;
  const watched = { sessionId, paneId, agent, conversationId: workspace?.conversationId, justStarted: false };
  if (agentExit === undefined) context.watch.start(watched);
  else context.watch.recordExit(watched, agentExit);
}
