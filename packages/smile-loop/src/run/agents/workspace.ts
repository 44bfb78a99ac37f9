import type { Stats } from 'node:fs';
import { cp, lstat, mkdir, readdir } from 'node:fs/promises';
import { join, relative } from 'node:path';
import { systemReason } from '../../config/system-reason.js';
import type { CreatedFile } from '../../contract/report.js';
import { onDisk } from '../../loop/store/disk.js';
import { clearFolder } from './clear-folder.js';

/** Files that are looked at: a student may unpack a whole package manager's cache. */
const MAX_FILES = 2000;

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
    await clearFolder(folder);
    if (starter !== undefined) await cp(starter, folder, { recursive: true });
  });
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
      if (stats !== undefined) yield { path, bytes: sizeOf(stats), changedMs: stats.mtimeMs };
    }
  }
}

/** A sparse file may call itself larger than a number can say. */
function sizeOf({ size }: Stats): number {
  return Math.min(size, Number.MAX_SAFE_INTEGER);
}

function nothing(error: unknown): never[] {
  systemReason(error);
  return [];
}

function unreadable(error: unknown): undefined {
  systemReason(error);
  return undefined;
}
