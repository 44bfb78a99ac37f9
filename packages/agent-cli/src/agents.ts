import type { AgentId } from '@agent-factory/protocol';
import type { AgentCli } from './agent-cli.js';
import { claude } from './agents/claude.js';
import { codex } from './agents/codex.js';
import { cursor } from './agents/cursor.js';
import { gemini } from './agents/gemini.js';
import { shell } from './agents/shell.js';

/** Everything we know about each program that a session can run. */
export const AGENT_CLIS: Readonly<Record<AgentId, AgentCli>> = { claude, codex, gemini, cursor, shell };
