import type { AgentCli } from '../agent-cli.js';
import { geminiCoach } from '../coaching/gemini-coaching.js';
import { findGeminiConversation } from '../conversations/gemini.js';
import { isTrustedByGemini } from '../instructions/gemini-trust.js';
import { geminiLog } from '../logs/gemini-log.js';
import { geminiTraces } from '../sign-in.js';

/**
 * Gemini CLI 0.61. It would accept an id from us, but a start that ends before the first message leaves
 * behind an id that it neither resumes nor accepts again.
 */
export const gemini: AgentCli = {
  id: 'gemini',
  name: 'Gemini CLI',
  command: 'gemini',
  versionArgs: ['--version'],
  // 0.20 takes up a conversation (`--resume`). Before 0.33, `--acp` was an experiment with another name.
  oldest: { terminal: '0.20.0', chat: '0.33.0' },
  instructionFile: 'GEMINI.md',
  install: ['npm install -g @google/gemini-cli'],
  environment: ['GEMINI_*', 'GOOGLE_*', 'CLOUD_SHELL'],
  tutorArgs: [],
  startArgs: ({ prompt }) => ['--prompt-interactive', prompt],
  resumeArgs: ({ conversationId }) => ['--resume', conversationId],
  resumeLatestArgs: ['--resume', 'latest'],
  findConversation: findGeminiConversation,
  signIn: { look: geminiTraces },
  signInHelp: {
    message:
      'Gemini CLI asks how to sign in when it starts. Choose an account there, or set GEMINI_API_KEY and start the practice server again.',
    commands: ['gemini'],
  },
  terminal: true,
  log: geminiLog,
  coaching: geminiCoach,
  chat: {
    transport: 'acp',
    args: () => ['--acp'],
    readsInstructions: isTrustedByGemini,
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
