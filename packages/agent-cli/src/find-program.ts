import { realpath } from 'node:fs/promises';
import { isShell } from '@agent-factory/protocol/agents';
import { findExecutable, findWithoutRunBit } from '@agent-factory/subprocess';
import type { AgentCli } from './agent-cli.js';

/** The program of an agent on this machine. Only one that is `found` can be started. */
export type AgentProgram =
  | { readonly kind: 'found'; readonly path: string }
  /** Its file is there, without the right to run. */
  | { readonly kind: 'not_executable'; readonly path: string }
  /** A link under another name to a shell, or to a program that runs others. */
  | { readonly kind: 'shell'; readonly path: string }
  | { readonly kind: 'missing' };

/** Undefined for the plain shell, which is not looked up. */
export async function findProgram(
  { command, isCustom }: AgentCli,
  env: Record<string, string>,
): Promise<AgentProgram | undefined> {
  if (command === undefined) return undefined;
  const path = await findExecutable(command, env);
  if (path === undefined) {
    const file = await findWithoutRunBit(command, env);
    return file === undefined ? { kind: 'missing' } : { kind: 'not_executable', path: file };
  }
  return isCustom && (await leadsToShell(path)) ? { kind: 'shell', path } : { kind: 'found', path };
}

/** Names are refused when agents.json is read; where a link leads may change at any time. */
async function leadsToShell(path: string): Promise<boolean> {
  return isShell(await realpath(path).catch(() => path));
}
