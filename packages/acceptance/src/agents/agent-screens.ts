import type { AgentProgram } from '../machine/programs.js';
import { CLAUDE_SCREENS, typedInto } from './claude-screens.js';

/** What an agent shows at the moments of a conversation. */
export interface AgentScreens {
  /** It waits for input, and no answer is on its way. */
  ready: RegExp;
  /** The text is in the input line. */
  typed(text: string): RegExp;
  /** It asks before it runs a command; the answer that allows it is preselected. */
  permission: RegExp;
  /** The same before it edits a file. */
  editPermission: RegExp;
  /** The answer below that is selected. */
  permissionBelow: RegExp;
}

/** Most lines between what Codex or Gemini CLI says about its work and its input, in their current versions. */
const STATUS_LINES = 8;

export const AGENT_SCREENS: Readonly<Record<AgentProgram, AgentScreens>> = {
  claude: {
    ready: CLAUDE_SCREENS.ready,
    typed: typedInto,
    permission: CLAUDE_SCREENS.permissionDialog,
    editPermission: CLAUDE_SCREENS.permissionDialog,
    permissionBelow: /❯ 2\. /,
  },
  // Codex 0.169.
  codex: {
    ready: waiting('esc to interrupt', '› Ask Codex to do anything'),
    typed: (text) => new RegExp(`^› ${text}$`, 'm'),
    permission: /Would you like to run[\s\S]*\n› 1\. Yes/,
    // It edits with commands.
    editPermission: /Would you like to run[\s\S]*\n› 1\. Yes/,
    permissionBelow: /^› 2\. /m,
  },
  // Gemini CLI 0.61.
  gemini: {
    ready: waiting('esc to cancel', ' >\\s+Type your message'),
    typed: (text) => new RegExp(`^ > ${text}\\s*$`, 'm'),
    permission: /Allow execution of[\s\S]*● 1\. Allow once/,
    editPermission: /Apply this change\?[\s\S]*● 1\. Allow once/,
    permissionBelow: /● 2\. /,
  },
};

/**
 * The input is empty, and nothing close above it tells of an answer on its way. Lines further up may be out of
 * date: a window that has shrunk leaves remains of earlier frames behind.
 */
function waiting(busy: string, input: string): RegExp {
  const last = `\\n${input}(?![\\s\\S]*\\n${input})`;
  return new RegExp(`^(?![\\s\\S]*${busy}(?:[^\\n]*\\n){0,${STATUS_LINES}}[^\\n]*${last})[\\s\\S]*${last}`);
}
