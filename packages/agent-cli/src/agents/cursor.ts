import type { AgentCli } from '../agent-cli.js';
import { cursorCoach } from '../coaching/cursor-coaching.js';
import { findCursorConversation } from '../conversations/cursor.js';
import { loggedInText } from '../sign-in.js';

/** Cursor's CLI, according to its documentation: it comes with its own installer, so the tests cannot run it. */
export const cursor: AgentCli = {
  id: 'cursor',
  name: 'Cursor CLI',
  command: 'cursor-agent',
  versionArgs: ['--version'],
  // No oldest version: it is numbered by dates, and no version could be tried.
  instructionFile: 'AGENTS.md',
  install: ['curl https://cursor.com/install -fsS | bash'],
  environment: ['CURSOR_*'],
  tutorArgs: [],
  startArgs: ({ prompt }) => [prompt],
  resumeArgs: ({ conversationId }) => ['--resume', conversationId],
  resumeLatestArgs: ['resume'],
  findConversation: findCursorConversation,
  signIn: { args: ['status'], interpret: loggedInText },
  signInHelp: {
    message: 'Cursor CLI is not signed in. Sign in with your Cursor account.',
    commands: ['cursor-agent login'],
  },
  terminal: true,
  coaching: cursorCoach,
  chat: {
    transport: 'acp',
    args: () => ['acp'],
    abilities: {
      permissions: true,
      interrupt: true,
      resume: true,
      handOver: false,
      models: true,
      modes: true,
      cost: false,
    },
  },
};
