import type { AgentCli } from './agent-cli.js';
import { claude } from './agents/claude.js';
import { codex } from './agents/codex.js';
import { cursor } from './agents/cursor.js';
import { gemini } from './agents/gemini.js';
import { shell } from './agents/shell.js';

/**
 * Everything we know about each program that a session can run, by its id; the student may describe others. `shell`
 * is the student's own login shell, without any AI.
 */
export const AGENT_CLIS = { claude, codex, gemini, cursor, shell } as const satisfies Readonly<
  Record<string, AgentCli>
>;
