import { type AgentCli, resumeArgv, startArgv } from '@agent-factory/agent-cli';
import { type Exercise, missingPrerequisites } from '@agent-factory/exercise-runtime';
import {
  type AgentId,
  type GridSize,
  type Notice,
  type StartResponse,
  sessionIdOf,
  TERMINAL_PATH,
} from '@agent-factory/protocol';
import { newSecret } from '../access/secrets.js';
import { missingPrerequisite } from '../dependencies/steps.js';
import { tildify } from '../home/paths.js';
import { type SessionRecord, saveSession } from '../store/records/sessions.js';
import { findWorkspace, type WorkspaceRecord } from '../store/records/workspaces.js';
import { type PreparedWorkspace, prepareWorkspace, workspacePath } from '../workspaces/prepare-workspace.js';
import { requireSystem } from '../workspaces/require-system.js';
import { inSlot } from './agent/slots.js';
import type { SessionContext } from './context.js';
import { end } from './ending/end.js';
import { settle, settleSession } from './ending/settle.js';
import { outlineOf } from './outline.js';

/** Size of a session that nobody has looked at yet (spec §3.3). */
const DEFAULT_SIZE: GridSize = { cols: 120, rows: 40 };

export interface StartOptions {
  readonly exerciseId: string;
  readonly agent?: AgentId | undefined;
  readonly size?: GridSize | undefined;
  /** Aborts the start, because the exercise is reset. */
  readonly signal?: AbortSignal | undefined;
}

/** `switched`: the session there is gives way to the new one, once nothing but tmux can fail any more. */
export type Opening = StartOptions & { readonly former?: 'switched' };

/** Opens an exercise: joins its live session, or prepares the workspace and starts a session. */
export async function startExercise(context: SessionContext, options: StartOptions): Promise<StartResponse> {
  return (await joinSession(context, options)) ?? (await openSession(context, options));
}

async function joinSession(
  context: SessionContext,
  { exerciseId, agent }: StartOptions,
): Promise<StartResponse | undefined> {
  const session = await settleSession(context, sessionIdOf(exerciseId));
  if (session === undefined) return undefined;
  const workspace = await findWorkspace(context.store, exerciseId);
  const differs = agent !== undefined && agent !== session.agent;
  return answer(context, {
    exerciseId,
    ticket: session.ticket,
    agent: session.agent,
    status: 'resumed',
    version: workspace?.version ?? '1.0.0',
    outline: await outlineOf(context, exerciseId, await context.catalog.cached(exerciseId)),
    notices: differs ? [agentDiffers(context, session.agent, agent)] : [],
  });
}

/** Prepares the workspace and starts a session in it. */
export async function openSession(
  context: SessionContext,
  { exerciseId, agent: wanted, size, signal, former }: Opening,
): Promise<StartResponse> {
  const { exercise, fresh } = await context.catalog.fetch(exerciseId);
  requireSystem(exercise.config.os, process.platform);
  const before = await findWorkspace(context.store, exerciseId);
  const agent = wanted ?? (await context.hooks.agentFor(exerciseId)) ?? before?.agent ?? context.config.agent;
  const cli = context.agents.get(agent);
  await context.missing.requiring(exerciseId, () => requirePrograms(context, exercise, agent));
  const { prepared, ticket } = await inSlot(context, { exerciseId, cli, isLeaving: former !== undefined }, async () => {
    const prepared = await prepareWorkspace(context, exercise, agent, { signal });
    return { prepared, ticket: await launch(context, prepared, size ?? DEFAULT_SIZE, former) };
  });
  const status = prepared.created ? 'created' : 'resumed';
  context.events.append({ exerciseId, type: 'session_started', data: { agent, status } });
  context.log.info(
    { exerciseId, agent, workspace: prepared.path },
    prepared.created ? 'Exercise started' : 'Exercise resumed',
  );
  return answer(context, {
    exerciseId,
    ticket,
    agent,
    status,
    version: exercise.config.version,
    outline: await outlineOf(context, exerciseId, exercise),
    update: former === undefined || isNewVersion(prepared.update) ? prepared.update : undefined,
    notices: [...(fresh ? [] : [fromCache()]), ...signInNotice(context, cli)],
  });
}

async function requirePrograms(context: SessionContext, exercise: Exercise, agent: AgentId): Promise<void> {
  await context.dependencies.require(agent);
  const [program] = await missingPrerequisites(exercise.config, context.environments.check);
  if (program !== undefined) throw missingPrerequisite(program);
}

/** What changes with the agent alone is the file of its instructions, which is no news. */
function isNewVersion(update: PreparedWorkspace['update']): boolean {
  return update !== undefined && update.from !== update.to;
}

/** Starts the tmux session and returns its ticket. Joins one that somebody has started meanwhile, or takes its place. */
async function launch(
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
    const argv = await agentArgv(context, record, path);
    const paneId = await context.tmux.newSession(sessionId, { cwd: path, size, argv });
    context.live.refresh();
    const { exerciseId, agent, conversationId } = record;
    const session = { exerciseId, agent, ticket: newSecret(), createdAt: new Date().toISOString() };
    await saveOrEnd(context, session);
    context.typing.begin(exerciseId);
    context.watch.start({ sessionId, paneId, agent, conversationId, justStarted: true });
    context.observers.start({ ...sessionsAgent(record, path), paneId });
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

/** The agent's command line: for a new conversation, or for the one that was going on. */
async function agentArgv(context: SessionContext, record: WorkspaceRecord, workspace: string): Promise<string[]> {
  const { conversationId } = record;
  const cli = await context.observers.prepare(context.agents.get(record.agent), record.exerciseId);
  const { session: env } = context.environments;
  const found = await cli.findConversation({ conversationId, workspace, env, since: new Date(record.createdAt) });
  return found === undefined
    ? startArgv(cli, { conversationId, prompt: openingPrompt(cli) })
    : resumeArgv(cli, { conversationId: found });
}

/** Makes the tutor speak first. */
function openingPrompt({ instructionFile: file = 'CLAUDE.md' }: AgentCli): string {
  return `I am ready to practise. Please follow ${file} in this folder: greet me and start with the first step.`;
}

interface Answer extends Pick<StartResponse, 'exerciseId' | 'agent' | 'status' | 'version' | 'outline' | 'notices'> {
  readonly ticket: string;
  readonly update?: StartResponse['update'];
}

function answer(context: SessionContext, { ticket, update, ...rest }: Answer): StartResponse {
  const sessionId = sessionIdOf(rest.exerciseId);
  const workspace = `${tildify(workspacePath(context, rest.exerciseId), context.config.paths.home)}/`;
  const wsUrl = `ws://localhost:${context.port()}${TERMINAL_PATH}${sessionId}?ticket=${ticket}`;
  return { ...rest, sessionId, wsUrl, workspace, ...(update && { update }) };
}

function signInNotice(context: SessionContext, { id, name, signInHelp }: AgentCli): Notice[] {
  if (context.dependencies.isSignedIn(id) !== false) return [];
  const { message = `${name} is not signed in.`, commands = [] } = signInHelp ?? {};
  return [{ code: 'not_signed_in', message, commands: [...commands] }];
}

function fromCache(): Notice {
  return {
    code: 'content_from_cache',
    message: 'The lesson site could not be reached, so this is the last version of the exercise that was fetched.',
    commands: [],
  };
}

function agentDiffers({ agents }: SessionContext, running: AgentId, wanted: AgentId): Notice {
  const nameOf = (agent: AgentId) => agents.find(agent)?.name ?? agent;
  return {
    code: 'agent_differs',
    message: `This exercise is running with ${nameOf(running)}. Leave it and start again to use ${nameOf(wanted)}.`,
    commands: [],
  };
}
