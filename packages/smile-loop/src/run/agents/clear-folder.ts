import { randomUUID } from 'node:crypto';
import { chmod, readdir, rename, rm, rmdir, unlink } from 'node:fs/promises';
import { join } from 'node:path';
import { systemReason } from '../../config/system-reason.js';

/** Owner's read, write and search. */
const OWN = 0o700;

/**
 * Makes a folder of a student empty, and its owner's again: whatever rights it has taken away, also its own, and however
 * deep it has nested its folders.
 * @throws the system's errors
 */
export async function clearFolder(folder: string): Promise<void> {
  await chmod(folder, OWN);
  try {
    for (const name of await readdir(folder)) await rm(join(folder, name), { recursive: true, force: true });
  } catch (error) {
    systemReason(error);
    await dismantle(folder);
  }
}

/** Every folder is moved to the top before one looks into it: so no path is too long, and none leads through a locked one. */
async function dismantle(folder: string): Promise<void> {
  const emptied = [folder];
  for (const parent of emptied) {
    for (const entry of await readdir(parent, { withFileTypes: true })) {
      const path = join(parent, entry.name);
      if (entry.isDirectory()) emptied.push(await moved(path, join(folder, randomUUID())));
      else await unlink(path);
    }
  }
  for (const one of emptied.slice(1)) await rmdir(one);
}

/** Who may not write a folder may not move it either. */
async function moved(path: string, to: string): Promise<string> {
  await chmod(path, OWN);
  await rename(path, to);
  return to;
}
