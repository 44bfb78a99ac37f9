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
    message: `This exercise is running with ${nameOf(running)}. Leave it and start again to use ${nameOf(wanted)}.`,
    commands: [],
  };
}
