import { mkdir, rm, symlink, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import type { Coaching } from './coaching-form.js';

/** For nobody but the student. */
const PRIVATE_FOLDER = 0o700;
const PRIVATE_FILE = 0o600;

/**
 * Writes what a coached session needs into its folder, and nothing else: what was there of a former session is gone.
 * What is linked stays as it is. Rejects with the error of the system.
 */
export async function writeCoaching(
  folder: string,
  { files, links }: Pick<Coaching, 'files' | 'links'>,
): Promise<void> {
  await removeCoaching(folder);
  await mkdir(folder, { recursive: true, mode: PRIVATE_FOLDER });
  for (const { path, text } of files) {
    const file = await placeOf(folder, path);
    // Neither a file nor a link of somebody else's is written to.
    await writeFile(file, text, { mode: PRIVATE_FILE, flag: 'wx' });
  }
  for (const { path, target, isFolder } of links) {
    if (isFolder) await mkdir(target, { recursive: true });
    await symlink(target, await placeOf(folder, path));
  }
}

/** The session is over. Links are removed, not what they lead to. */
export async function removeCoaching(folder: string): Promise<void> {
  await rm(folder, { recursive: true, force: true });
}

async function placeOf(folder: string, path: string): Promise<string> {
  const place = join(folder, path);
  await mkdir(dirname(place), { recursive: true, mode: PRIVATE_FOLDER });
  return place;
}
