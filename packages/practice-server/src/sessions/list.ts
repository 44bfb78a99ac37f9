import {
  type ExerciseStatus,
  type ExercisesResponse,
  exerciseIdOf,
  type SessionId,
  type SessionSummary,
  sessionIdOf,
} from '@agent-factory/protocol';
import { tildify } from '../home/paths.js';
import { completionTimes } from '../store/records/progress.js';
import { listSessionRecords, type SessionRecord } from '../store/records/sessions.js';
import { listWorkspaces, type WorkspaceRecord } from '../store/records/workspaces.js';
import type { SessionsSeen, TmuxSession } from '../tmux/servers/session-list.js';
import { workspacePath } from '../workspaces/prepare-workspace.js';
import type { SessionContext } from './context.js';

/** For a session that has no record and cannot be asked. */
const UNKNOWN_TIME = timeOf(0);

/** The live sessions, newest first. About one that tmux does not answer for, what we know ourselves. */
export async function listSessions(context: SessionContext): Promise<SessionSummary[]> {
  const records = await listSessionRecords(context.store);
  const { live, unknown } = await seen(context, records);
  const known = new Map(records.map((record) => [sessionIdOf(record.exerciseId), record]));
  const summaries = [
    ...live.map((session) => summaryOf(context, session.sessionId, known.get(session.sessionId), session)),
    ...unknown.map((sessionId) => summaryOf(context, sessionId, known.get(sessionId))),
  ];
  return summaries.sort((a, b) => b.createdAt.localeCompare(a.createdAt) || a.sessionId.localeCompare(b.sessionId));
}

/** If not even the sockets can be listed (no descriptors left), every session may still be there. */
async function seen({ live }: SessionContext, records: readonly SessionRecord[]): Promise<SessionsSeen> {
  const unknown = records.map(({ exerciseId }) => sessionIdOf(exerciseId));
  return live.list().catch(() => ({ live: [], ended: [], unknown }));
}

function summaryOf(
  context: SessionContext,
  sessionId: SessionId,
  record?: SessionRecord,
  session?: TmuxSession,
): SessionSummary {
  const exerciseId = exerciseIdOf(sessionId) ?? sessionId;
  const work = context.work.of(exerciseId);
  const createdAt = session === undefined ? (record?.createdAt ?? UNKNOWN_TIME) : timeOf(session.createdAt);
  return {
    sessionId,
    exerciseId,
    agent: record?.agent ?? context.config.agent,
    status: session?.agentExit === undefined ? 'running' : 'agent_exited',
    createdAt,
    lastActivity: session === undefined ? createdAt : timeOf(session.activeAt),
    connected: context.terminals.isConnected(sessionId),
    workspace: `${tildify(workspacePath(context, exerciseId), context.config.paths.home)}/`,
    ...(work && { agentState: work.state }),
  };
}

function timeOf(milliseconds: number): string {
  return new Date(milliseconds).toISOString();
}

/**
 * Every exercise of the registry and its status on this machine. `status` describes the present
 * workspace; `completedAt` is history and outlives it.
 */
export async function listExercises(context: SessionContext): Promise<ExercisesResponse> {
  const [{ registry, from }, workspaces, completed, records] = await Promise.all([
    context.catalog.registry(),
    listWorkspaces(context.store),
    completionTimes(context.store),
    listSessionRecords(context.store),
  ]);
  const { live, unknown } = await seen(context, records);
  const running = new Set([...live.map(({ sessionId }) => sessionId), ...unknown].map(exerciseIdOf));
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
