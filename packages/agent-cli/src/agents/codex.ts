import type { AgentCli } from '../agent-cli.js';
import { codexCoach } from '../coaching/codex-coaching.js';
import { findCodexConversation } from '../conversations/codex.js';
import { codexLog } from '../logs/codex-log.js';
import { zeroOrOne } from '../sign-in.js';

/** Codex 0.169. It chooses the id of a conversation itself. */
export const codex: AgentCli = {
  id: 'codex',
  name: 'Codex',
  command: 'codex',
  versionArgs: ['--version'],
  // 0.36 resumes a conversation by its id. Up to 0.66, `app-server` knows another spelling of when to ask for
  // permission, and refuses ours; 0.72 talks, asks and resumes (those in between were not tried).
  oldest: { terminal: '0.36.0', chat: '0.72.0' },
  instructionFile: 'AGENTS.md',
  install: ['npm install -g @openai/codex'],
  environment: ['OPENAI_*', 'CODEX_*', 'AZURE_OPENAI_*'],
  // Its background server would keep the conversation to itself when the terminal is left. Older versions have none.
  tutorArgs: ['-c', 'features.daemon_auto_start=false'],
  startArgs: ({ prompt }) => [prompt],
  resumeArgs: ({ conversationId }) => ['resume', conversationId],
  resumeLatestArgs: ['resume', '--last'],
  findConversation: findCodexConversation,
  signIn: { args: ['login', 'status'], interpret: zeroOrOne },
  signInHelp: {
    message: 'Codex is not signed in. Sign in with your ChatGPT account or an API key.',
    commands: ['codex login'],
  },
  terminal: true,
  log: codexLog,
  coaching: codexCoach,
  chat: {
    transport: 'app-server',
    args: () => ['app-server'],
    abilities: {
      permissions: true,
      interrupt: true,
      resume: true,
      handOver: true,
      models: true,
      modes: true,
      cost: false,
    },
  },
};
