import type { AgentCli } from '../agent-cli.js';

/** The student's own login shell, without any AI. Every session ends in it, so there is nothing to run before it. */
export const shell: AgentCli = {
  id: 'shell',
  name: 'Shell',
  command: undefined,
  versionArgs: [],
  instructionFile: undefined,
  install: [],
  environment: [],
  tutorArgs: [],
  startArgs: () => [],
  resumeArgs: () => [],
  findConversation: async () => undefined,
  signIn: undefined,
  signInHelp: undefined,
  terminal: true,
  chat: undefined,
};
