import type { AgentId } from '@agent-factory/protocol';
import type { ConversationPlace, ResumeOptions, StartOptions } from './agent-cli.js';
import { AGENT_CLIS } from './agents.js';

/** Program and arguments of a new interactive conversation. Empty for the plain shell: there is nothing to run before it. */
export function startArgv(agent: AgentId, options: StartOptions): string[] {
  const { command, tutorArgs, startArgs } = AGENT_CLIS[agent];
  return command === undefined ? [] : [command, ...tutorArgs, ...startArgs(options)];
}

/**
 * Program and arguments that take a conversation up again. It has to exist, or the CLI ends at once:
 * ask `conversationExists` first, and start with the same id where it does not.
 */
export function resumeArgv(agent: AgentId, options: ResumeOptions): string[] {
  const { command, tutorArgs, resumeArgs } = AGENT_CLIS[agent];
  return command === undefined ? [] : [command, ...tutorArgs, ...resumeArgs(options)];
}

/** What a student types to take a conversation up again by hand. */
export function resumeCommand(agent: AgentId, options: ResumeOptions): string {
  const { command, resumeArgs } = AGENT_CLIS[agent];
  return command === undefined ? '' : [command, ...resumeArgs(options)].join(' ');
}

/** Whether `resumeArgv` would find a conversation. CLIs store one with its first message, not with their start. */
export function conversationExists(agent: AgentId, place: ConversationPlace): Promise<boolean> {
  return AGENT_CLIS[agent].conversationExists(place);
}
