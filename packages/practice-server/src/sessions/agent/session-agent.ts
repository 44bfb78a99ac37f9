import { type AgentId, type ExerciseId, sessionIdOf } from '@agent-factory/protocol';
import { findWorkspace } from '../../store/records/workspaces.js';
import type { SessionContext } from '../context.js';
import { settleSession } from '../ending/settle.js';
import { logSource } from './log-source.js';
import { TerminalExecution } from './terminal-execution.js';

/** The agent of a session. */
export interface SessionAgent {
  readonly agent: AgentId;
  /** The id that its conversation was started with, and when its workspace was made. */
  readonly conversationId: string;
  readonly since: Date;
  /** False if it has left the student in their own shell. */
  readonly isRunning: boolean;
  /** Its events are what happens from here on. */
  readonly execution: TerminalExecution;
}

/** Undefined if the exercise has no session. */
export async function sessionAgent(context: SessionContext, exerciseId: ExerciseId): Promise<SessionAgent | undefined> {
  const sessionId = sessionIdOf(exerciseId);
  const session = await settleSession(context, sessionId);
  const workspace = session && (await findWorkspace(context.store, exerciseId));
  if (session === undefined || workspace === undefined) return undefined;
  const cli = context.agents.find(session.agent);
  const conversation = { exerciseId, id: workspace.conversationId, since: new Date(workspace.createdAt) };
  return {
    agent: session.agent,
    conversationId: workspace.conversationId,
    since: conversation.since,
    isRunning: cli?.command !== undefined && context.watch.exitOf(sessionId) === undefined,
    execution: new TerminalExecution(context, sessionId, cli && (await logSource(context, cli, conversation))),
  };
}
