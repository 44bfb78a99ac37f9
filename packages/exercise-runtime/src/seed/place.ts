import { constants } from 'node:fs';
import { lstat, open } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { MAX_EXERCISE_FILE_BYTES } from '@agent-factory/protocol';
import { realInside } from '../confine.js';
import { ifThere, systemCode } from '../file-system.js';
import { sha256 } from './hash.js';

/**
 * What is at a path in the workspace: nothing, a file with this hash, or something that is not ours to
 * touch, such as a folder, a link, a file that no exercise could have shipped, or anything outside.
 */
export type Found = 'nothing' | 'not_ours' | { sha256: string };

export async function findAt(realRoot: string, path: string): Promise<Found> {
  if (!(await parentIsInside(realRoot, path))) return 'not_ours';
  const absolute = join(realRoot, path);
  const found = await ifThere(lstat(absolute));
  if (found === undefined) return 'nothing';
  if (!found.isFile() || found.size > MAX_EXERCISE_FILE_BYTES) return 'not_ours';
  return hashOf(absolute);
}

/** Follows links among the parents that exist; none may lead out, and none may be a file. */
async function parentIsInside(realRoot: string, path: string): Promise<boolean> {
  for (let parent = dirname(path); parent !== '.'; parent = dirname(parent)) {
    const absolute = join(realRoot, parent);
    const found = await ifThere(lstat(absolute));
    if (found === undefined) continue;
    const real = await realInside(absolute, realRoot);
    return real !== undefined && (await lstat(real)).isDirectory();
  }
  return true;
}

async function hashOf(path: string): Promise<Found> {
  try {
    const file = await open(path, constants.O_RDONLY | constants.O_NOFOLLOW | constants.O_NONBLOCK);
    try {
      return { sha256: sha256(await file.readFile()) };
    } finally {
      await file.close();
    }
  } catch (error) {
    // It became a link since we looked, or the student made it unreadable: either way, they touched it.
    if (['ELOOP', 'EACCES', 'EPERM'].includes(systemCode(error) ?? '')) return 'not_ours';
    throw error;
  }
}
