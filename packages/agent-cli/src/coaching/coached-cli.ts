import type { AgentCli } from '../agent-cli.js';
import type { HookForm } from '../hooks/hook-form.js';
import type { ChatForm } from '../structured/chat-form.js';
import type { Coaching, CoachingPlace } from './coaching-form.js';

/** A CLI that coaches, and what has to be there before it starts. */
export interface CoachedCli extends Omit<Coaching, 'args'> {
  /** Started and resumed as any other, in the terminal and in the chat; with hooks or without. */
  readonly cli: AgentCli;
}

/**
 * The same CLI as a coach in one session. Undefined if it cannot be one: the student's shell, and agents that they have
 * described themselves. Changes nothing on the disk: `writeCoaching` does. Rejects with `agent_failed`.
 */
export async function coachedCli(cli: AgentCli, place: CoachingPlace): Promise<CoachedCli | undefined> {
  if (cli.coaching === undefined) return undefined;
  const { args, ...rest } = await cli.coaching.prepare(place);
  return { ...rest, cli: withCoaching(cli, cli.coaching.hasChat, args) };
}

function withCoaching(cli: AgentCli, hasChat: boolean, args: readonly string[]): AgentCli {
  const { hooks, tutorArgs, chat } = cli;
  return {
    ...cli,
    tutorArgs: [...tutorArgs, ...args],
    ...(hooks && { hooks: withArgs(hooks, args) }),
    chat: hasChat && chat !== undefined ? coachedChat(chat, args) : undefined,
  };
}

function withArgs(hooks: HookForm, args: readonly string[]): HookForm {
  return { ...hooks, tutorArgs: (path) => [...hooks.tutorArgs(path), ...args] };
}

function coachedChat(chat: ChatForm, args: readonly string[]): ChatForm {
  return { ...chat, readOnly: true, args: (options) => [...args, ...chat.args(options)] };
}
