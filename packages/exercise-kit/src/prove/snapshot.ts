import { createHash } from 'node:crypto';
import { lstat, readdir, readFile, readlink } from 'node:fs/promises';
import { join } from 'node:path';

/** Everything below a folder: by path, a word for its content. */
export type Snapshot = Record<string, string>;

export async function snapshot(folder: string, prefix = ''): Promise<Snapshot> {
  const found: Snapshot = {};
  for (const name of await readdir(join(folder, prefix))) {
    const path = prefix + name;
    const info = await lstat(join(folder, path));
    if (info.isDirectory()) Object.assign(found, { [`${path}/`]: 'folder' }, await snapshot(folder, `${path}/`));
    else if (info.isSymbolicLink()) found[path] = `link to ${await readlink(join(folder, path))}`;
    else found[path] = info.isFile() ? await hashOf(join(folder, path)) : 'special';
  }
  return found;
}

async function hashOf(path: string): Promise<string> {
  return createHash('sha256')
    .update(await readFile(path))
    .digest('hex');
}

/** What one would see if one looked before and after. */
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
