import type { ExerciseId } from '@agent-factory/protocol';
import { newSecret } from '../access/secrets.js';
import { findSession, type SessionRecord, saveSession } from '../store/records/sessions.js';
import { findWorkspace, type WorkspaceRecord } from '../store/records/workspaces.js';
import type { TmuxSession } from '../tmux/servers/session-list.js';
import { adoptWorkspace } from '../workspaces/adopt-workspace.js';
import { workspacePath } from '../workspaces/prepare-workspace.js';
import type { SessionContext } from './context.js';

/**
 * Adopts a live session. One that has a record keeps its ticket, so that open pages reconnect by themselves;
 * one without gets a new record: a start may have been cut short between the session and its record.
 */
export async function adoptSession(
  context: SessionContext,
  exerciseId: ExerciseId,
  session: TmuxSession,
): Promise<SessionRecord> {
  const [known, recorded] = await Promise.all([
    findSession(context.store, exerciseId),
    findWorkspace(context.store, exerciseId),
  ]);
  const workspace = recorded ?? (await adoptCached(context, exerciseId));
  const createdAt = new Date(session.createdAt).toISOString();
  const agent = known?.agent ?? workspace?.agent ?? context.config.agent;
  const record = known ?? { exerciseId, agent, ticket: newSecret(), createdAt };
  if (known === undefined) await saveSession(context.store, record);
  const { sessionId, paneId, agentExit } = session;
  const watched = { sessionId, paneId, agent, conversationId: workspace?.conversationId, justStarted: false };
  if (agentExit === undefined) context.watch.start(watched);
  else context.watch.recordExit(watched, agentExit);
  const place = {
    exerciseId,
    agent,
    paneId,
    conversationId: workspace?.conversationId ?? sessionId,
    workspace: workspacePath(context, exerciseId),
    workspaceSince: workspace?.createdAt ?? createdAt,
  };
  await context.observers.findAgain(place, agentExit !== undefined);
  context.hooks.onSessionBegan(exerciseId);
  return record;
}

/** Does not ask the site, which may be slow: if the exercise is not cached, its first check adopts the workspace. */
async function adoptCached(context: SessionContext, exerciseId: ExerciseId): Promise<WorkspaceRecord | undefined> {
  const exercise = await context.catalog.cached(exerciseId).catch(() => undefined);
  return exercise && adoptWorkspace(context, exerciseId, exercise);
}
