import type { AgentId } from '@agent-factory/protocol';
import type { ConversationPlace, ResumeOptions, StartOptions } from './agent-cli.js';
import { AGENT_CLIS } from './agents.js';

/** Program and arguments of a new interactive conversation. Empty for the plain shell: nothing runs before it. */
export function startArgv(agent: AgentId, options: StartOptions): string[] {
  const { command, tutorArgs, startArgs } = AGENT_CLIS[agent];
  return command === undefined ? [] : [command, ...tutorArgs, ...startArgs(options)];
}

/**
 * Program and arguments that resume a conversation. It has to exist, or the CLI exits at once:
 * ask `conversationExists` first, and start with the same id if it does not.
 */
export function resumeArgv(agent: AgentId, options: ResumeOptions): string[] {
  const { command, tutorArgs, resumeArgs } = AGENT_CLIS[agent];
  return command === undefined ? [] : [command, ...tutorArgs, ...resumeArgs(options)];
}

/** What a student types to resume a conversation by hand. */
export function resumeCommand(agent: AgentId, options: ResumeOptions): string {
  const { command, resumeArgs } = AGENT_CLIS[agent];
  return command === undefined ? '' : [command, ...resumeArgs(options)].join(' ');
}

/** Whether `resumeArgv` would find a conversation. CLIs store one with its first message, not when they start. */
export function conversationExists(agent: AgentId, place: ConversationPlace): Promise<boolean> {
  return AGENT_CLIS[agent].conversationExists(place);
}
