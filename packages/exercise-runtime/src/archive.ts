import type { Stats } from 'node:fs';
import { cp, lstat, mkdir, rename, rm, rmdir } from 'node:fs/promises';
import { join } from 'node:path';
import { ifThere, systemCode, writing } from './file-system.js';

/**
 * Moves a workspace into the archive, as `<id>-<YYYYMMDD-HHMMSS>` in local time, with a number
 * after it where that name is taken. Returns its new path, or undefined where there is no workspace.
 * Nothing is ever overwritten, and the workspace goes only when all of it has arrived.
 *
 * Throws `storage_full` or `workspace_failed` with the fact `path`.
 */
export async function archiveWorkspace(
  workspace: string,
  archiveDir: string,
  id: string,
  now: Date,
): Promise<string | undefined> {
  const found = await writing(workspace, () => ifThere(lstat(workspace)));
  if (found === undefined) return undefined;
  return writing(archiveDir, async () => {
    const target = await reserve(archiveDir, `${id}-${timestamp(now)}`);
    await move(workspace, found, target);
    return target;
  });
}

/** Makes an empty folder of a name that nobody has: a rename may replace that, and nothing else. */
async function reserve(archiveDir: string, name: string): Promise<string> {
  await mkdir(archiveDir, { recursive: true });
  for (let number = 1; ; number += 1) {
    const path = join(archiveDir, number === 1 ? name : `${name}-${number}`);
    if (await made(path)) return path;
  }
}

async function made(path: string): Promise<boolean> {
  try {
    await mkdir(path);
    return true;
  } catch (error) {
    if (systemCode(error) === 'EEXIST') return false;
    throw error;
  }
}

async function move(workspace: string, found: Stats, target: string): Promise<void> {
  // A link or a file cannot replace a folder.
  if (!found.isDirectory()) await rmdir(target);
  try {
    await rename(workspace, target);
  } catch (error) {
    // Nothing of the workspace is there yet, and an empty archive would only mislead.
    await rm(target, { recursive: true, force: true });
    if (systemCode(error) !== 'EXDEV') throw error;
    await copyAcross(workspace, target);
    await rm(workspace, { recursive: true, force: true });
  }
}

/** To another file system. Sockets and pipes hold no work and cannot be copied. */
async function copyAcross(workspace: string, target: string): Promise<void> {
  try {
    await cp(workspace, target, {
      recursive: true,
      preserveTimestamps: true,
      verbatimSymlinks: true,
      filter: async (source) => isCopyable(await lstat(source)),
    });
  } catch (error) {
    await rm(target, { recursive: true, force: true });
    throw error;
  }
}

function isCopyable(found: Stats): boolean {
  return found.isFile() || found.isDirectory() || found.isSymbolicLink();
}

function timestamp(now: Date): string {
  const date = [now.getFullYear(), now.getMonth() + 1, now.getDate()];
  const time = [now.getHours(), now.getMinutes(), now.getSeconds()];
  return [date, time].map((numbers) => numbers.map((number) => `${number}`.padStart(2, '0')).join('')).join('-');
}
