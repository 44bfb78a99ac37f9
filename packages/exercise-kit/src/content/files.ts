import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { isLitter } from './names.js';

/** The text of a file, or undefined if there is none. */
export function readTextIfThere(path: string): string | undefined {
  return existsSync(path) && statSync(path).isFile() ? readFileSync(path, 'utf8') : undefined;
}

/** Files below a folder, relative to it with forward slashes, sorted. Empty if it is not a folder. */
export function filesBelow(folder: string, prefix = ''): string[] {
  if (!existsSync(join(folder, prefix))) return [];
  return readdirSync(join(folder, prefix), { withFileTypes: true })
    .filter(({ name }) => !isLitter(name))
    .flatMap((entry) => (entry.isDirectory() ? filesBelow(folder, `${prefix}${entry.name}/`) : [prefix + entry.name]))
    .sort();
}

/** Names of the folders directly in a folder, sorted. */
export function foldersIn(folder: string): string[] {
  if (!existsSync(folder)) return [];
  return readdirSync(folder, { withFileTypes: true })
    .filter((entry) => entry.isDirectory() && !isLitter(entry.name))
    .map(({ name }) => name)
    .sort();
}
