import type { Stats } from 'node:fs';
import { access, constants, lstat, mkdir, readdir, rename, rmdir, stat, statfs } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { PracticeError } from '@agent-factory/protocol';
import { moveAcross } from './archive-across.js';
import { ifThere, reading, systemCode, writeFailure, writing } from './file-system.js';

interface ArchiveOptions {
  workspace: string;
  archiveDir: string;
  id: string;
  now: Date;
}

/** A place in the archive, reserved for a workspace. Call one of the two methods, once. */
export interface PreparedArchive {
  /** Where the workspace will be. */
  readonly path: string;
  /** Moves all of the workspace, or nothing. Throws as `prepareArchive` does. */
  move(): Promise<void>;
  /** Gives up the place and leaves the workspace as it was. */
  cancel(): Promise<void>;
}

/**
 * Moves a workspace into the archive, as `<id>-<YYYYMMDD-HHMMSS>` in local time, followed by a number
 * if that name is taken. Returns its new path, or undefined if there is no workspace. Never overwrites
 * anything, and removes the workspace only when all of it has arrived.
 *
 * Throws `storage_full` or `workspace_failed` with the fact `path`.
 */
export async function archiveWorkspace(
  workspace: string,
  archiveDir: string,
  id: string,
  now: Date,
): Promise<string | undefined> {
  const prepared = await prepareArchive({ workspace, archiveDir, id, now });
  await prepared?.move();
  return prepared?.path;
}

/**
 * Reserves a place in the archive and makes sure, as far as possible, that the workspace can be moved
 * there: that the archive is writable, that the workspace can leave its folder, and, on another disk,
 * that everything is readable and fits. Undefined if there is no workspace.
 *
 * Throws `storage_full` or `workspace_failed` with the fact `path`, and leaves everything as it was.
 */
export async function prepareArchive(options: ArchiveOptions): Promise<PreparedArchive | undefined> {
  const { workspace, archiveDir, id, now } = options;
  const found = await reading(workspace, () => ifThere(lstat(workspace)));
  if (found === undefined) return undefined;
  const path = await writing(archiveDir, () => reserve(archiveDir, `${id}-${timestamp(now)}`));
  const cancel = () => writing(path, () => rmdir(path));
  try {
    await requireMovable(workspace, found, path);
  } catch (error) {
    await cancel();
    throw error;
  }
  return { path, cancel, move: () => move(workspace, found, path) };
}

/** Makes an empty folder with an unused name: a rename can replace only that. */
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

async function requireMovable(workspace: string, found: Stats, target: string): Promise<void> {
  const folder = dirname(workspace);
  await writing(folder, () => access(folder, constants.W_OK | constants.X_OK));
  const place = await writing(target, () => stat(target));
  if (!found.isDirectory() || found.dev === place.dev) return;
  const { bavail, bsize } = await writing(target, () => statfs(target));
  if ((await bytesIn(workspace, bsize)) <= bavail * bsize) return;
  const message = `${dirname(target)} has no room for ${workspace}. Free some space and try again; nothing was moved.`;
  throw new PracticeError('storage_full', message, { path: target });
}

/** How much room the files of a folder take in blocks of this size. Throws if one cannot be read. */
async function bytesIn(folder: string, blockSize: number): Promise<number> {
  let bytes = blockSize;
  for (const entry of await reading(folder, () => readdir(folder, { withFileTypes: true }))) {
    const path = join(folder, entry.name);
    if (entry.isDirectory()) bytes += await bytesIn(path, blockSize);
    if (entry.isFile()) bytes += await reading(path, () => bytesOf(path, blockSize));
  }
  return bytes;
}

async function bytesOf(file: string, blockSize: number): Promise<number> {
  await access(file, constants.R_OK);
  return Math.ceil((await lstat(file)).size / blockSize) * blockSize;
}

async function move(workspace: string, found: Stats, target: string): Promise<void> {
  try {
    // A link or a file cannot replace a folder.
    if (!found.isDirectory()) await rmdir(target);
    await rename(workspace, target);
  } catch (error) {
    // Nothing has been moved yet, and an empty archive would only mislead.
    await ifThere(rmdir(target));
    if (systemCode(error) !== 'EXDEV') throw writeFailure(error, workspace);
    await moveAcross(workspace, target);
  }
}

function timestamp(now: Date): string {
  const date = [now.getFullYear(), now.getMonth() + 1, now.getDate()];
  const time = [now.getHours(), now.getMinutes(), now.getSeconds()];
  return [date, time].map((numbers) => numbers.map((number) => `${number}`.padStart(2, '0')).join('')).join('-');
}
