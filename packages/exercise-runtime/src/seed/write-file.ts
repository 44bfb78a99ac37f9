import { randomBytes } from 'node:crypto';
import { mkdir, open, readdir, rename, rm, rmdir, unlink } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { ifThere, systemCode } from '../file-system.js';
import type { ShippedFile } from './shipped.js';

/** Names of files that are being written. A crash leaves such a file behind. */
const TEMPORARY = /^\.af-seed-[0-9a-f]{16}\.tmp$/;

export function isTemporary(path: string): boolean {
  return TEMPORARY.test(basename(path));
}

/** Writes a whole file or nothing; readers see the old content or the new, even after a power failure. */
export async function writeFileAtomically(realRoot: string, file: ShippedFile): Promise<void> {
  const target = join(realRoot, file.path);
  const temporary = join(dirname(target), `.af-seed-${randomBytes(8).toString('hex')}.tmp`);
  await mkdir(dirname(target), { recursive: true });
  try {
    await writeNew(temporary, file);
    await rename(temporary, target);
  } catch (error) {
    await rm(temporary, { force: true });
    throw error;
  }
}

async function writeNew(path: string, { content, executable }: ShippedFile): Promise<void> {
  const file = await open(path, 'wx', executable ? 0o755 : 0o644);
  try {
    await file.writeFile(content);
    await file.sync();
  } finally {
    await file.close();
  }
}

/** Removes the half-written files that a crash left in a folder. */
export async function removeTemporaryFiles(folder: string): Promise<void> {
  const names = (await ifThere(readdir(folder))) ?? [];
  for (const name of names) if (isTemporary(name)) await rm(join(folder, name), { force: true });
}

/** Removes a file, and the folders above it that have become empty, up to the root. */
export async function removeFile(realRoot: string, path: string): Promise<void> {
  await unlink(join(realRoot, path));
  for (let parent = dirname(path); parent !== '.'; parent = dirname(parent)) {
    if (!(await removedIfEmpty(join(realRoot, parent)))) return;
  }
}

async function removedIfEmpty(folder: string): Promise<boolean> {
  try {
    await rmdir(folder);
    return true;
  } catch (error) {
    // Not empty (systems differ in the code), or a link to a folder, which is the student's.
    if (['ENOTEMPTY', 'EEXIST', 'ENOTDIR'].includes(systemCode(error) ?? '')) return false;
    throw error;
  }
}
