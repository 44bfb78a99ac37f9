import { realpath } from 'node:fs/promises';
import { dirname } from 'node:path';
import { parseJson } from '@agent-factory/protocol';
import { runCommand } from '@agent-factory/subprocess';
import { asObject, asText } from '../json.js';
import type { CoachingPlace } from './coaching-form.js';
import { unreadable } from './unreadable.js';

/** It reads a few files, and may ask servers on the network how one signs in to them. */
const TIMEOUT_MS = 20_000;
/** Some hundred servers. */
const MAX_OUTPUT_BYTES = 1024 * 1024;

/** An MCP server that the student or their project has set up. */
export interface CodexServer {
  readonly name: string;
  /** Whether it is reached by an address, and not started as a program. */
  readonly isRemote: boolean;
}

/**
 * The servers that Codex would use in a folder, according to itself; also those of a project that the student has not
 * trusted yet, because they may do so in the session. Throws `agent_failed`.
 */
export async function codexServers({ program, workspace, env }: CoachingPlace): Promise<CodexServer[]> {
  const args = ['-c', await trusting(workspace), 'mcp', 'list', '--json'];
  const options = { cwd: workspace, env, timeoutMs: TIMEOUT_MS, maxOutputBytes: MAX_OUTPUT_BYTES };
  const { exitCode, stdout, stderr } = await runCommand(program, args, options);
  const listed = parseJson(stdout);
  if (exitCode !== 0 || !listed.ok || !Array.isArray(listed.value)) throw unreadable('Codex', stderr);
  return listed.value.map(serverOf);
}

function serverOf(listed: unknown): CodexServer {
  const { name, transport } = asObject(listed);
  const known = asText(name);
  if (known === undefined) throw unreadable('Codex', 'There is an MCP server without a name.');
  return { name: known, isRemote: asText(asObject(transport).url) !== undefined };
}

/** Says for this one command that the student trusts the folder and those above it, by every name. */
async function trusting(workspace: string): Promise<string> {
  const names = new Set([...upwards(workspace), ...upwards(await realpath(workspace))]);
  const trusted = [...names].map((name) => `${JSON.stringify(name)}={trust_level="trusted"}`);
  return `projects={${trusted.join(',')}}`;
}

function upwards(folder: string): string[] {
  const above = dirname(folder);
  return above === folder ? [folder] : [folder, ...upwards(above)];
}
