import { lstatSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { readTextIfThere } from '../content/files.js';
import { SERVED_FOLDER } from '../content/names.js';
import type { Project } from '../content/project.js';
import { KitError } from '../kit-error.js';
import { type GeneratedFile, staleFiles, writeFiles } from './generated-file.js';

/** Also marks the folder as ours: what is in it may be removed. */
export const IGNORED_BY_GIT: GeneratedFile = { path: '.gitignore', content: '*\n' };

/**
 * Makes the folder that students are served from, and returns its path. Everything else in it will be removed, so
 * this throws KitError if the folder is a link, or holds what some other program has put there.
 */
export function openServedFolder({ exercises }: Project): string {
  const folder = join(exercises, SERVED_FOLDER);
  const info = lstatSync(folder, { throwIfNoEntry: false });
  if (info !== undefined && !info.isDirectory()) {
    throw new KitError(`${folder} is not a folder but a link or a file. Remove it: exercise-kit build makes it anew.`);
  }
  if (info !== undefined && !isOurs(folder)) {
    throw new KitError(
      `${folder} holds files that exercise-kit did not make, and it removes what is out of date there. Move them away first.`,
    );
  }
  writeFiles(folder, staleFiles(folder, [IGNORED_BY_GIT]));
  return folder;
}

function isOurs(folder: string): boolean {
  return (
    readdirSync(folder).length === 0 || readTextIfThere(join(folder, IGNORED_BY_GIT.path)) === IGNORED_BY_GIT.content
  );
}
