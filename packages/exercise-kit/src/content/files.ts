import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { isLitter } from './names.js';

/** The text of a file, or undefined if there is none. */
export function readTextIfThere(path: string): string | undefined {
  return existsSync(path) && statSync(path).isFile() ? readFileSync(path, 'utf8') : undefined;
}

/** Files below a folder, relative to it with forward slashes, sorted. Empty if it is not a folder. */
export function filesBelow(folder: string): string[] {
  return entriesBelow(folder).map(({ path }) => path);
}

/**
 * What is below these folders of a folder and is neither a file nor a folder, such as a symbolic link; relative to the
 * outer one. An exercise has no use for these: a link means something else on the student's machine, or leads out of
 * the exercise.
 */
export function linksBelow(dir: string, folders: readonly string[]): string[] {
  return folders.flatMap((folder) =>
    entriesBelow(join(dir, folder))
      .filter(({ isFile }) => !isFile)
      .map(({ path }) => `${folder}/${path}`),
  );
}

interface Entry {
  path: string;
  isFile: boolean;
}

/** Everything but folders below a folder, sorted by path. Follows no link below it. */
function entriesBelow(folder: string, prefix = ''): Entry[] {
  if (!existsSync(join(folder, prefix))) return [];
  return readdirSync(join(folder, prefix), { withFileTypes: true })
    .filter(({ name }) => !isLitter(name))
    .flatMap((entry) =>
      entry.isDirectory()
        ? entriesBelow(folder, `${prefix}${entry.name}/`)
        : [{ path: prefix + entry.name, isFile: entry.isFile() }],
    )
    .sort((a, b) => (a.path < b.path ? -1 : 1));
}

/** Names of the folders directly in a folder, sorted. */
export function foldersIn(folder: string): string[] {
  if (!existsSync(folder)) return [];
  return readdirSync(folder, { withFileTypes: true })
    .filter((entry) => entry.isDirectory() && !isLitter(entry.name))
    .map(({ name }) => name)
    .sort();
}
