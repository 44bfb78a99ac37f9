import type { AgentCli, ResumeOptions, StartOptions } from './agent-cli.js';

/** Program and arguments of a new interactive conversation. Empty for the plain shell: nothing runs before it. */
export function startArgv({ command, tutorArgs, startArgs }: AgentCli, options: StartOptions): string[] {
  return command === undefined ? [] : [command, ...tutorArgs, ...startArgs(options)];
}

/**
 * Program and arguments that resume a conversation. It has to exist, or the CLI exits at once:
 * ask `conversationExists` first, and start with the same id if it does not.
 */
export function resumeArgv({ command, tutorArgs, resumeArgs }: AgentCli, options: ResumeOptions): string[] {
  return command === undefined ? [] : [command, ...tutorArgs, ...resumeArgs(options)];
}

/** What a student types to resume a conversation by hand: this one, or the latest of the folder they are in. */
export function resumeCommand({ command, resumeArgs }: AgentCli, options: ResumeOptions): string {
  return command === undefined ? '' : [command, ...resumeArgs(options)].join(' ');
}

/** The same where all we know is the id that we have proposed. */
export function resumeLatestCommand(cli: AgentCli, options: ResumeOptions): string {
  const { command, resumeLatestArgs } = cli;
  return command === undefined || resumeLatestArgs === undefined
    ? resumeCommand(cli, options)
    : [command, ...resumeLatestArgs].join(' ');
}
