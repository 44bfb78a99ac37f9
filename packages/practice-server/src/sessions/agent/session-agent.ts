import { type AgentId, type ExerciseId, sessionIdOf } from '@agent-factory/protocol';
import { findWorkspace } from '../../store/records/workspaces.js';
import type { SessionContext } from '../context.js';
import { settleSession } from '../ending/settle.js';
import { TerminalExecution } from './terminal-execution.js';

/** The agent of a session. */
export interface SessionAgent {
  readonly agent: AgentId;
  /** The id that its conversation was started with, and when its workspace was made. */
  readonly conversationId: string;
  readonly since: Date;
  /** False if it has left the student in their own shell. */
  readonly isRunning: boolean;
  readonly execution: TerminalExecution;
}

/** Undefined if the exercise has no session. */
export async function sessionAgent(context: SessionContext, exerciseId: ExerciseId): Promise<SessionAgent | undefined> {
  const sessionId = sessionIdOf(exerciseId);
  const session = await settleSession(context, sessionId);
  const workspace = session && (await findWorkspace(context.store, exerciseId));
  if (session === undefined || workspace === undefined) return undefined;
  const hasProgram = context.agents.find(session.agent)?.command !== undefined;
  return {
    agent: session.agent,
    conversationId: workspace.conversationId,
    since: new Date(workspace.createdAt),
    isRunning: hasProgram && context.watch.exitOf(sessionId) === undefined,
    execution: new TerminalExecution(context, sessionId),
  };
}
