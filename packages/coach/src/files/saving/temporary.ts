import { randomBytes } from 'node:crypto';
import { lstat, readdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { LEFTOVER_AFTER_MS } from '../limits.js';
import { ifPossible } from '../system.js';

/** Names of files that are being written; neither the tree nor the watcher shows them. */
const TEMPORARY = /^\.af-save-[0-9a-f]{16}\.tmp$/;

export function temporaryName(): string {
  return `.af-save-${randomBytes(8).toString('hex')}.tmp`;
}

export function isTemporaryName(name: string): boolean {
  return TEMPORARY.test(name);
}

/** Removes the half-written files that a crash has left in a folder, as far as the system lets us. */
export async function removeLeftovers(folder: string, now = Date.now()): Promise<void> {
  const names = (await ifPossible(readdir(folder))) ?? [];
  for (const path of names.filter(isTemporaryName).map((name) => join(folder, name))) {
    const found = await ifPossible(lstat(path));
    if (found !== undefined && now - found.mtimeMs > LEFTOVER_AFTER_MS) await ifPossible(rm(path, { force: true }));
  }
}
