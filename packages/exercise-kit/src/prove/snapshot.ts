import { createHash } from 'node:crypto';
import { type BigIntStats, lstatSync, readdirSync, readFileSync, readlinkSync } from 'node:fs';
import { join } from 'node:path';

/** Everything below a folder: by path, a word for its content. */
export type Snapshot = Record<string, string>;

/** A word for what is in a regular file. */
type Look = (path: string, info: BigIntStats) => string;

/** Notices every change of content. For folders with a few files, which anybody may write to. */
export const byContent: Look = (path) => createHash('sha256').update(readFileSync(path)).digest('hex');

/** Notices every write without reading any file. For folders that nobody has a reason to write to. */
export const byTime: Look = (_, { ino, size, mtimeNs, ctimeNs }) => [ino, size, mtimeNs, ctimeNs].join(' ');

/** Synchronous, without a promise for each file: many snapshots are made, and a folder is quickly read. */
export function snapshot(folder: string, look: Look, prefix = ''): Snapshot {
  const found: Snapshot = {};
  for (const name of readdirSync(join(folder, prefix))) {
    const path = prefix + name;
    const whole = join(folder, path);
    const info = lstatSync(whole, { bigint: true });
    if (info.isDirectory()) Object.assign(found, { [`${path}/`]: 'folder' }, snapshot(folder, look, `${path}/`));
    else if (info.isSymbolicLink()) found[path] = `link to ${readlinkSync(whole)}`;
    else found[path] = info.isFile() ? look(whole, info) : 'special';
  }
  return found;
}

/** What somebody would see who looked before and after. */
export function differences(before: Snapshot, after: Snapshot): string[] {
  const made = Object.keys(after).filter((path) => !(path in before));
  const gone = Object.keys(before).filter((path) => !(path in after));
  const changed = Object.keys(after).filter((path) => path in before && before[path] !== after[path]);
  return [
    ...made.map((path) => `left ${path}`),
    ...changed.map((path) => `changed ${path}`),
    ...gone.map((path) => `removed ${path}`),
  ];
}
