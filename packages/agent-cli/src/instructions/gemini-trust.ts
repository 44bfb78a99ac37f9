import { realpath } from 'node:fs/promises';
import { dirname, join, sep } from 'node:path';
import { parseJson } from '@agent-factory/protocol';
import { headOf, ifThere } from '../conversations/read.js';
import { asObject } from '../json.js';
import type { InstructionPlace } from './instruction-place.js';

/** Longest list of trusted folders that is looked at, in bytes: some hundred folders. */
const MAX_LIST_BYTES = 64 * 1024;

/**
 * Whether Gemini CLI takes this folder for one that the student trusts, for certain. In any other it reads no
 * instructions, and where it has no screen, it does not ask either.
 */
export async function isTrustedByGemini({ workspace, env }: InstructionPlace): Promise<boolean> {
  if (env.GEMINI_RESTRICTED_MODE === 'true') return false;
  if (env.GEMINI_CLI_TRUST_WORKSPACE) return env.GEMINI_CLI_TRUST_WORKSPACE === 'true';
  const home = env.GEMINI_CLI_HOME || env.HOME || '';
  const list = env.GEMINI_CLI_TRUSTED_FOLDERS_PATH || join(home, '.gemini', 'trustedFolders.json');
  const parsed = parseJson(await headOf(list, MAX_LIST_BYTES));
  const rules = Object.entries(parsed.ok ? asObject(parsed.value) : {});
  const place = await real(workspace);
  const levels = await Promise.all(
    rules.map(async ([folder, level]) => ((await covers(folder, level, place)) ? level : '')),
  );
  return levels.some((level) => TRUSTED.has(String(level))) && !levels.includes('DO_NOT_TRUST');
}

const TRUSTED = new Set(['TRUST_FOLDER', 'TRUST_PARENT']);

/** A rule is about its folder, or the one above it, and everything below. */
async function covers(folder: string, level: unknown, place: string): Promise<boolean> {
  const root = await real(level === 'TRUST_PARENT' ? dirname(folder) : folder);
  return place === root || place.startsWith(root.endsWith(sep) ? root : root + sep);
}

async function real(path: string): Promise<string> {
  return (await ifThere(realpath(path))) ?? path;
}
