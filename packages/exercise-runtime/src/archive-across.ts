import type { Stats } from 'node:fs';
import { cp, lstat, rename, rm } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { ifThere, writeFailure } from './file-system.js';

type Filter = (found: Stats, copy: string) => boolean | Promise<boolean>;

/**
 * Moves a workspace to another disk. The workspace stays in place until its copy is complete. Then it is put
 * aside, so that nothing writes into it any more; whatever was written meanwhile is copied too, and only then
 * is the workspace removed. Files that cannot be removed stay aside: the copy has them as well.
 *
 * Throws `storage_full` or `workspace_failed` with the fact `path`, and leaves the workspace as it was.
 */
export async function moveAcross(workspace: string, target: string): Promise<void> {
  // A unique name for the copy, which no exercise can have.
  const aside = join(dirname(workspace), `.${basename(target)}`);
  try {
    await copy(workspace, target, isCopyable);
    await rename(workspace, aside);
    await copyLatest(aside, workspace, target);
  } catch (error) {
    await rm(target, { recursive: true, force: true });
    throw writeFailure(error, pathOf(error) ?? target);
  }
  await rm(aside, { recursive: true, force: true }).catch(ignoreLeftovers);
}

async function copyLatest(aside: string, workspace: string, target: string): Promise<void> {
  try {
    await copy(aside, target, async (found, path) => isCopyable(found) && (await isNews(found, path)));
  } catch (error) {
    await rename(aside, workspace);
    throw error;
  }
}

async function copy(from: string, to: string, filter: Filter): Promise<void> {
  await cp(from, to, {
    recursive: true,
    preserveTimestamps: true,
    verbatimSymlinks: true,
    filter: async (source, copied) => filter(await lstat(source), copied),
  });
}

/** Sockets and pipes contain no work and cannot be copied. */
function isCopyable(found: Stats): boolean {
  return found.isFile() || found.isDirectory() || found.isSymbolicLink();
}

/** Whether a file was written after it was copied; the copy has the file's time. */
async function isNews(found: Stats, copied: string): Promise<boolean> {
  const before = await ifThere(lstat(copied));
  if (found.isDirectory() || before === undefined) return true;
  return found.isFile() && (before.size !== found.size || Math.abs(before.mtimeMs - found.mtimeMs) > TIME_STEP_MS);
}

/** Milliseconds. Setting a copy's time, a fractional number, rounds it. */
const TIME_STEP_MS = 1;

/** The file that could not be read or written, if the system names it. */
function pathOf(error: unknown): string | undefined {
  const { path, code } = error as NodeJS.ErrnoException;
  return code === 'ENOSPC' || code === 'EDQUOT' ? undefined : path;
}

/** An immutable file, or a read-only folder. Nothing is lost, and the workspace's path is free. */
function ignoreLeftovers(): void {}
