import type { AgentCli } from '../agent-cli.js';

/** The same CLI, told to read its hooks from the file at this path. */
export function withHooks(cli: AgentCli, path: string): AgentCli {
  return cli.hooks === undefined ? cli : { ...cli, tutorArgs: cli.hooks.tutorArgs(path) };
}
