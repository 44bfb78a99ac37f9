import { readdir, realpath, rmdir } from 'node:fs/promises';
import { join } from 'node:path';
import type { Exercise } from '../exercise.js';
import { ifThere, reading, systemCode, writing } from '../file-system.js';
import { findAt } from './place.js';
import { shippedFiles } from './shipped.js';
import { isTemporary, removeFile } from './write-file.js';

/**
 * Removes a workspace that contains only what the exercise ships, each file exactly as it was seeded.
 * False if there is anything else, which may be the student's: then all of it stays.
 */
export async function removeUntouched(
  exercise: Exercise,
  { workspace, instructionFile }: { workspace: string; instructionFile?: string | undefined },
): Promise<boolean> {
  const shipped = new Map<string, string>();
  for (const file of await shippedFiles(exercise, instructionFile)) shipped.set(file.path, file.sha256);
  const root = await reading(workspace, () => ifThere(realpath(workspace)));
  if (root === undefined) return true;
  const paths = await reading(workspace, () => untouchedFiles(root, shipped));
  if (paths === undefined) return false;
  return writing(workspace, async () => {
    for (const path of paths) await removeFile(root, path);
    return removedFolder(root);
  });
}

/** The files of a workspace, or undefined if one of them is not as it was shipped. */
async function untouchedFiles(root: string, shipped: ReadonlyMap<string, string>): Promise<string[] | undefined> {
  const paths: string[] = [];
  const folders = [''];
  for (let folder = folders.pop(); folder !== undefined; folder = folders.pop()) {
    for (const entry of await readdir(join(root, folder), { withFileTypes: true })) {
      const path = join(folder, entry.name);
      if (entry.isDirectory() && holdsAny(path, shipped)) folders.push(path);
      else if (await isOurs(root, path, shipped)) paths.push(path);
      else return undefined;
    }
  }
  return paths;
}

/** A folder that we never made is the student's, even an empty one. */
function holdsAny(folder: string, shipped: ReadonlyMap<string, string>): boolean {
  return [...shipped.keys()].some((path) => path.startsWith(`${folder}/`));
}

async function isOurs(root: string, path: string, shipped: ReadonlyMap<string, string>): Promise<boolean> {
  if (isTemporary(path)) return true;
  const found = await findAt(root, path);
  return typeof found === 'object' && found.sha256 === shipped.get(path);
}

/** A folder stays if something was added to it meanwhile. */
async function removedFolder(path: string): Promise<boolean> {
  try {
    await rmdir(path);
    return true;
  } catch (error) {
    if (['ENOTEMPTY', 'EEXIST'].includes(systemCode(error) ?? '')) return false;
    throw error;
  }
}
