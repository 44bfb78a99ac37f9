import type { AgentCli } from '../agent-cli.js';
import { codexConversationExists } from '../conversations/codex.js';
import { zeroOrOne } from '../sign-in.js';

/** Codex 0.169. It chooses the id of a conversation itself; `--last` is the latest one of the folder it starts in. */
export const codex: AgentCli = {
  id: 'codex',
  name: 'Codex',
  command: 'codex',
  versionArgs: ['--version'],
  instructionFile: 'AGENTS.md',
  install: ['npm install -g @openai/codex'],
  environment: ['OPENAI_*', 'CODEX_*', 'AZURE_OPENAI_*'],
  tutorArgs: [],
  startArgs: ({ prompt }) => [prompt],
  resumeArgs: () => ['resume', '--last'],
  conversationExists: codexConversationExists,
  signIn: { args: ['login', 'status'], interpret: zeroOrOne },
  signInHelp: {
    message: 'Codex is not signed in. Sign in with your ChatGPT account or an API key.',
    commands: ['codex login'],
  },
};
