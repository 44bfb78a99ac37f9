import {
  type ExerciseStatus,
  type ExercisesResponse,
  exerciseIdOf,
  type SessionSummary,
} from '@agent-factory/protocol';
import { completionTimes } from '../store/progress.js';
import { listSessionRecords } from '../store/sessions.js';
import { listWorkspaces, type WorkspaceRecord } from '../store/workspaces.js';
import { tildify } from '../system/paths.js';
import { runningExercises } from '../tmux/tmux.js';
import type { SessionContext } from './context.js';
import { workspacePath } from './prepare-workspace.js';

/** The live sessions, newest first. */
export async function listSessions(context: SessionContext): Promise<SessionSummary[]> {
  const [live, records] = await Promise.all([context.live.list(), listSessionRecords(context.store)]);
  const agents = new Map(records.map((record) => [record.exerciseId, record.agent]));
  const summaries = live.map((session): SessionSummary => {
    const exerciseId = exerciseIdOf(session.sessionId) ?? session.sessionId;
    return {
      sessionId: session.sessionId,
      exerciseId,
      agent: agents.get(exerciseId) ?? context.config.agent,
      status: session.agentExit === undefined ? 'running' : 'agent_exited',
      createdAt: new Date(session.createdAt).toISOString(),
      lastActivity: new Date(session.activeAt).toISOString(),
      connected: context.terminals.isConnected(session.sessionId),
      workspace: `${tildify(workspacePath(context, exerciseId), context.config.paths.home)}/`,
    };
  });
  return summaries.sort((a, b) => b.createdAt.localeCompare(a.createdAt) || a.sessionId.localeCompare(b.sessionId));
}

/**
 * Every exercise of the registry and where it stands on this machine. `status` is of the workspace
 * there is now; `completedAt` is history and outlives it.
 */
export async function listExercises(context: SessionContext): Promise<ExercisesResponse> {
  const [{ registry, from }, live, workspaces, completed] = await Promise.all([
    context.catalog.registry(),
    context.live.list(),
    listWorkspaces(context.store),
    completionTimes(context.store),
  ]);
  const running = runningExercises(live);
  const started = new Map(workspaces.map((workspace) => [workspace.exerciseId, workspace]));
  const exercises = registry.exercises.map((entry) => {
    const workspace = started.get(entry.id);
    const completedAt = completed.get(entry.id);
    return {
      ...entry,
      status: statusOf(workspace, running.has(entry.id)),
      running: running.has(entry.id),
      ...(completedAt !== undefined && { completedAt }),
      ...(workspace && { workspace: `${tildify(workspacePath(context, entry.id), context.config.paths.home)}/` }),
    };
  });
  return { source: from, exercises };
}

function statusOf(workspace: WorkspaceRecord | undefined, running: boolean): ExerciseStatus {
  if (workspace?.completedAt !== undefined) return 'completed';
  if (running) return 'running';
  return workspace === undefined ? 'not_started' : 'in_progress';
}
