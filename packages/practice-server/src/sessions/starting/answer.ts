import type { AgentCli } from '@agent-factory/agent-cli';
import { type AgentId, type Notice, type StartResponse, sessionIdOf, TERMINAL_PATH } from '@agent-factory/protocol';
import { tildify } from '../../home/paths.js';
import { workspacePath } from '../../workspaces/prepare-workspace.js';
import type { SessionContext } from '../context.js';

interface Answer extends Pick<StartResponse, 'exerciseId' | 'agent' | 'status' | 'version' | 'outline' | 'notices'> {
  readonly ticket: string;
  readonly update?: StartResponse['update'];
}

export function answer(context: SessionContext, { ticket, update, ...rest }: Answer): StartResponse {
  const sessionId = sessionIdOf(rest.exerciseId);
  const workspace = `${tildify(workspacePath(context, rest.exerciseId), context.config.paths.home)}/`;
  const wsUrl = `ws://localhost:${context.port()}${TERMINAL_PATH}${sessionId}?ticket=${ticket}`;
  return { ...rest, sessionId, wsUrl, workspace, ...(update && { update }) };
}

export function signInNotice(context: SessionContext, { id, name, signInHelp }: AgentCli): Notice[] {
  if (context.dependencies.isSignedIn(id) !== false) return [];
  const { message = `${name} is not signed in.`, commands = [] } = signInHelp ?? {};
  return [{ code: 'not_signed_in', message, commands: [...commands] }];
}

/** A session that should have a coach has an agent that cannot be one. */
export async function coachNotice(
  { hooks, agents }: SessionContext,
  exerciseId: string,
  agent: AgentId,
): Promise<Notice[]> {
  const cli = agents.find(agent);
  if (cli === undefined || cli.coaching !== undefined || !(await hooks.isCoached(exerciseId))) return [];
  const message =
    cli.command === undefined
      ? 'There is no coach in a plain shell. Choose an AI CLI for one that sees your editor and points.'
      : `${cli.name} cannot be a coach here: it does not see your editor, and it can write files. Claude Code, Codex and Gemini CLI can be one.`;
  return [{ code: 'not_coached', message, commands: [] }];
}

export function fromCache(): Notice {
  return {
    code: 'content_from_cache',
    message: 'The lesson site could not be reached, so this is the last version of the exercise that was fetched.',
    commands: [],
  };
}

export function agentDiffers({ agents }: SessionContext, running: AgentId, wanted: AgentId): Notice {
  const nameOf = (agent: AgentId) => agents.find(agent)?.name ?? agent;
  return {
    code: 'agent_differs',
    message: `${nameOf(running)} is running here already. To use ${nameOf(wanted)}, leave it and its shell, and start again.`,
    commands: [],
  };
}
