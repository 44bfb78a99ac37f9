import { createHash } from 'node:crypto';
import { lstat, readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { systemCode } from '@agent-factory/exercise-runtime';
import { MAX_EXERCISE_FILE_BYTES } from '@agent-factory/protocol';
import { NotReadable, readBounded } from '../system/files/bounded-file.js';

/** The hash of every file of a copy, as it was fetched, by its path. */
export type Hashes = ReadonlyMap<string, string>;

/** Far more than any copy has; it bounds the time to look at one. */
const MAX_ENTRIES = 2000;

/** Error codes for a file that is gone, is not a file, or must not be read. Others say nothing about the file. */
const UNREADABLE = new Set(['ENOENT', 'ENOTDIR', 'ELOOP', 'EACCES', 'EPERM', 'ENXIO']);

/** SHA-256 in lower-case hex. */
export function hashOf(content: Uint8Array | string): string {
  return createHash('sha256').update(content).digest('hex');
}

/**
 * The first file of a copy that is not as it was fetched: changed, gone, added or a link. Undefined if all
 * files are as fetched. Added files count: a check may load one from beside itself, which amounts to an edited check.
 */
export async function changedIn(folder: string, hashes: Hashes): Promise<string | undefined> {
  const found = await filesIn(folder);
  if (found === undefined) return '.';
  const there = new Set(found);
  const added = found.find((path) => !hashes.has(path));
  const gone = [...hashes.keys()].find((path) => !there.has(path));
  if (added !== undefined || gone !== undefined) return added ?? gone;
  const changed = await Promise.all(found.map(async (path) => [path, await hashAt(join(folder, path))] as const));
  return changed.find(([path, hash]) => hash !== hashes.get(path))?.[0];
}

/** Everything below a folder but the folders, with forward slashes. Undefined if it is not a folder, or too full. */
async function filesIn(folder: string): Promise<string[] | undefined> {
  if ((await lstat(folder).catch(() => undefined))?.isDirectory() !== true) return undefined;
  const files: string[] = [];
  const open = [''];
  for (let prefix = open.pop(); prefix !== undefined; prefix = open.pop()) {
    for (const entry of await readdir(join(folder, prefix), { withFileTypes: true })) {
      if (entry.isDirectory()) open.push(`${prefix}${entry.name}/`);
      else if (entry.isFile()) files.push(prefix + entry.name);
      // We make no links: what one leads to can change elsewhere. The slash keeps its name from matching a file's.
      else files.push(`${prefix}${entry.name}/`);
    }
    if (files.length + open.length > MAX_ENTRIES) return undefined;
  }
  return files;
}

/** Undefined for anything but a readable file. */
async function hashAt(path: string): Promise<string | undefined> {
  try {
    return hashOf(await readBounded(path, MAX_EXERCISE_FILE_BYTES));
  } catch (error) {
    if (error instanceof NotReadable || UNREADABLE.has(systemCode(error) ?? '')) return undefined;
    throw error;
  }
}
