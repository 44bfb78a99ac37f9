import type { AgentCli } from '../agent-cli.js';
import { claudeCoach } from '../coaching/claude-coaching.js';
import { findClaudeConversation } from '../conversations/claude.js';
import { openClaudeConversation } from '../conversations/open-claude.js';
import { claudeHooks } from '../hooks/claude-hooks.js';
import { claudeLog } from '../logs/claude-log.js';
import { loggedInField } from '../sign-in.js';

/**
 * Newer versions start in a mode that edits without asking, and offer that mode even if another is set. A
 * student has to see what is about to happen to their files. Older versions ignore settings they do not know.
 */
const TUTOR_SETTINGS = { permissions: { defaultMode: 'default', disableAutoMode: 'disable' } };

const TUTOR_ARGS = ['--settings', JSON.stringify(TUTOR_SETTINGS)];

/** Both ways over the pipe, piece by piece, with the questions that it would otherwise ask on the screen. */
const STREAM_JSON = [
  '--print',
  ...['--input-format', 'stream-json', '--output-format', 'stream-json', '--verbose'],
  ...['--include-partial-messages', '--permission-prompt-tool', 'stdio'],
];

/** Claude Code 2.1. It takes the conversation id from us, and refuses an id that it does not know or already has. */
export const claude: AgentCli = {
  id: 'claude',
  name: 'Claude Code',
  command: 'claude',
  versionArgs: ['--version'],
  // 2.0.0 has all that is used here: settings and the conversation's id as arguments (`--settings`, `--session-id`), and
  // messages both ways with questions over the same pipe (`--include-partial-messages`, `--permission-prompt-tool
  // stdio`). Versions 1 gained them one after the other, and were not tried.
  oldest: { terminal: '2.0.0', chat: '2.0.0' },
  instructionFile: 'CLAUDE.md',
  install: ['npm install -g @anthropic-ai/claude-code'],
  // AWS_*, GOOGLE_*, CLOUD_ML_* and VERTEX_* are for those who reach the models through Bedrock or Vertex.
  environment: [
    'ANTHROPIC_*',
    'CLAUDE_*',
    'DISABLE_*',
    'ENABLE_*',
    'MCP_*',
    'BASH_DEFAULT_TIMEOUT_MS',
    'BASH_MAX_TIMEOUT_MS',
    'API_TIMEOUT_MS',
    'MAX_THINKING_TOKENS',
    'MAX_MCP_OUTPUT_TOKENS',
    'USE_BUILTIN_RIPGREP',
    'AWS_*',
    'GOOGLE_*',
    'CLOUD_ML_*',
    'VERTEX_*',
    'GCLOUD_PROJECT',
  ],
  tutorArgs: TUTOR_ARGS,
  startArgs: ({ conversationId, prompt }) => ['--session-id', conversationId, prompt],
  resumeArgs: ({ conversationId }) => ['--resume', conversationId],
  findConversation: findClaudeConversation,
  // 2.0 sends these words to the model, as a message that the student pays for; 2.1.41 knows the command.
  signIn: { args: ['auth', 'status'], since: '2.1.41', interpret: loggedInField },
  signInHelp: {
    message:
      'Claude Code is not signed in. Sign in with your Anthropic account, or set ANTHROPIC_API_KEY, start the practice server again, and leave this terminal with exit.',
    commands: ['claude auth login'],
  },
  terminal: true,
  log: claudeLog,
  openConversation: openClaudeConversation,
  hooks: claudeHooks(TUTOR_SETTINGS),
  questions: [/^\s*Esc to cancel · /m],
  coaching: claudeCoach,
  chat: {
    transport: 'stream-json',
    args: ({ sessionId, resume }) => [
      ...TUTOR_ARGS,
      ...STREAM_JSON,
      ...(resume === undefined ? ['--session-id', sessionId] : ['--resume', resume]),
    ],
    abilities: {
      permissions: true,
      interrupt: true,
      resume: true,
      handOver: true,
      models: true,
      modes: true,
      cost: true,
    },
  },
};
