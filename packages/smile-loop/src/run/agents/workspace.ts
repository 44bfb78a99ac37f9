import { chmod, cp, lstat, mkdir, readdir, rm } from 'node:fs/promises';
import { join, relative } from 'node:path';
import { systemReason } from '../../config/system-reason.js';
import type { CreatedFile } from '../../contract/report.js';
import { onDisk } from '../../loop/store/disk.js';

/** Files that are looked at: a student may unpack a whole package manager's cache. */
const MAX_FILES = 2000;

/** Owner's read, write and search. */
const OWN = 0o700;

/** What a file was, so that one can tell whether it was changed. */
type Stamp = string;
export type Snapshot = ReadonlyMap<string, Stamp>;

/**
 * Makes a folder empty, and lays in it what an exercise begins with.
 * @throws SmileError `disk_full`, and the system's errors
 */
export async function layOut(folder: string, starter: string | undefined): Promise<void> {
  await onDisk(folder, async () => {
    await mkdir(folder, { recursive: true });
    for (const name of await readdir(folder)) await removeAll(join(folder, name));
    if (starter !== undefined) await cp(starter, folder, { recursive: true });
  });
}

/** Students may have taken away every right, also their own. */
async function removeAll(path: string): Promise<void> {
  try {
    await rm(path, { recursive: true, force: true });
  } catch (error) {
    systemReason(error);
    await giveRights(path);
    await rm(path, { recursive: true, force: true });
  }
}

async function giveRights(path: string): Promise<void> {
  if (!(await lstat(path)).isDirectory()) return;
  await chmod(path, OWN);
  for (const name of await readdir(path)) await giveRights(join(path, name));
}

/** The files of a folder, by their path in it; of very many only the first. */
export async function snapshot(folder: string): Promise<Snapshot> {
  const found = new Map<string, Stamp>();
  for await (const { path, bytes, changedMs } of filesBelow(folder)) {
    found.set(relative(folder, path), `${bytes} ${changedMs}`);
    if (found.size >= MAX_FILES) break;
  }
  return found;
}

/** What is new or changed since. */
export async function changedSince(before: Snapshot, folder: string): Promise<Omit<CreatedFile, 'iteration'>[]> {
  const now = await snapshot(folder);
  const changed = [...now].filter(([path, stamp]) => before.get(path) !== stamp);
  return changed.map(([path, stamp]) => ({ path, bytes: Number(stamp.split(' ')[0]) }));
}

interface FoundFile {
  readonly path: string;
  readonly bytes: number;
  readonly changedMs: number;
}

/** Links are not followed: what they lead to may be anywhere. What vanishes or may not be read is passed over. */
async function* filesBelow(folder: string): AsyncGenerator<FoundFile> {
  for (const entry of await readdir(folder, { withFileTypes: true }).catch(nothing)) {
    const path = join(folder, entry.name);
    if (entry.isDirectory()) {
      yield* filesBelow(path);
    } else {
      const stats = await lstat(path).catch(unreadable);
      if (stats !== undefined) yield { path, bytes: stats.size, changedMs: stats.mtimeMs };
    }
  }
}

function nothing(error: unknown): never[] {
  systemReason(error);
  return [];
}

function unreadable(error: unknown): undefined {
  systemReason(error);
  return undefined;
}
