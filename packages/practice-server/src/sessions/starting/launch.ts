import { type AgentCli, resumeArgv, startArgv } from '@agent-factory/agent-cli';
import { type GridSize, sessionIdOf } from '@agent-factory/protocol';
import { isFolderId } from '@agent-factory/protocol/coach';
import { newSecret } from '../../access/secrets.js';
import { type SessionRecord, saveSession } from '../../store/records/sessions.js';
import type { WorkspaceRecord } from '../../store/records/workspaces.js';
import type { PreparedWorkspace } from '../../workspaces/prepare-workspace.js';
import type { SessionContext } from '../context.js';
import { end } from '../ending/end.js';
import { settle } from '../ending/settle.js';
import type { Opening } from './opening.js';

/** Starts the tmux session and returns its ticket. Joins one that somebody has started meanwhile, or takes its place. */
export async function launch(
  context: SessionContext,
  prepared: PreparedWorkspace,
  size: GridSize,
  former: Opening['former'],
): Promise<string> {
  const { record, path } = prepared;
  const sessionId = sessionIdOf(record.exerciseId);
  return context.turns.run(sessionId, async () => {
    if (former === undefined) {
      const running = await settle(context, sessionId);
      if (running !== undefined) return running.ticket;
    } else {
      // Making the workspace ready may have taken minutes: a program that is gone by now must not end the session.
      await context.dependencies.require(record.agent);
      await end(context, record.exerciseId, former);
    }
    const { argv, variables } = await agentCommand(context, record, path);
    const paneId = await context.tmux.newSession(sessionId, { cwd: path, size, argv, variables });
    context.live.refresh();
    const { exerciseId, agent, conversationId } = record;
    const session = { exerciseId, agent, ticket: newSecret(), createdAt: new Date().toISOString() };
    await saveOrEnd(context, session);
    context.typing.begin(exerciseId);
    context.watch.start({ sessionId, paneId, agent, conversationId, justStarted: true });
    context.observers.start({ ...sessionsAgent(record, path), paneId });
    context.hooks.onSessionBegan(exerciseId);
    return session.ticket;
  });
}

function sessionsAgent({ exerciseId, agent, conversationId, createdAt }: WorkspaceRecord, workspace: string) {
  return { exerciseId, agent, conversationId, workspace, workspaceSince: createdAt };
}

/** A session without a record has no ticket: if the record cannot be saved, the session ends again. */
async function saveOrEnd(context: SessionContext, session: SessionRecord): Promise<void> {
  try {
    await saveSession(context.store, session);
  } catch (error) {
    await context.tmux.killSession(sessionIdOf(session.exerciseId));
    throw error;
  }
}

/** An agent's command line, and environment variables of its session alone. */
interface AgentCommand {
  readonly argv: string[];
  readonly variables: Readonly<Record<string, string>>;
}

/** For a new conversation, or for the one that was going on. */
async function agentCommand(
  context: SessionContext,
  record: WorkspaceRecord,
  workspace: string,
): Promise<AgentCommand> {
  const { conversationId, exerciseId } = record;
  const isCoached = await context.hooks.isCoached(exerciseId);
  const plain = context.agents.get(record.agent);
  if (isCoached) await context.dependencies.requireCoach(record.agent);
  const { cli, variables } = await context.observers.prepare(plain, { exerciseId, workspace, isCoached });
  const { session: env } = context.environments;
  const found = await cli.findConversation({ conversationId, workspace, env, since: new Date(record.createdAt) });
  const argv =
    found === undefined
      ? startArgv(cli, { conversationId, prompt: openingPrompt(cli, exerciseId) })
      : resumeArgv(cli, { conversationId: found });
  return { argv, variables: { ...variables, ...context.keys.variablesOf(exerciseId) } };
}

/** Makes the tutor, or the coach, speak first. */
function openingPrompt({ instructionFile: file = 'CLAUDE.md' }: AgentCli, exerciseId: string): string {
  return isFolderId(exerciseId)
    ? 'I want to work on this project, and you are my coach. Look at what there is, and ask me what I want to do.'
    : `I am ready to practise. Please follow ${file} in this folder: greet me and start with the first step.`;
}
