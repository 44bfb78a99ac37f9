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

/**
 * What is below a folder and is neither a file nor a folder, such as a symbolic link, relative to it. An exercise
 * has no use for these: a link means something else on the student's machine, or leads out of the exercise.
 */
export function linksBelow(folder: string, prefix = ''): string[] {
  if (!existsSync(join(folder, prefix))) return [];
  return readdirSync(join(folder, prefix), { withFileTypes: true })
    .filter(({ name }) => !isLitter(name))
    .flatMap((entry) => {
      if (entry.isDirectory()) return linksBelow(folder, `${prefix}${entry.name}/`);
      return entry.isFile() ? [] : [prefix + entry.name];
    })
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
