import type { AGENT_IDS } from '@agent-factory/protocol';
import type { AgentCli } from './agent-cli.js';
import { claude } from './agents/claude.js';
import { codex } from './agents/codex.js';
import { cursor } from './agents/cursor.js';
import { gemini } from './agents/gemini.js';
import { shell } from './agents/shell.js';

/** Everything we know about each program that a session can run, unless the student has described others. */
export const AGENT_CLIS: Readonly<Record<(typeof AGENT_IDS)[number], AgentCli>> = {
  claude,
  codex,
  gemini,
  cursor,
  shell,
};
