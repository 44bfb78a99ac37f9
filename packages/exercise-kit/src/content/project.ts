import { existsSync } from 'node:fs';
import { basename, dirname, join, resolve } from 'node:path';
import { KitError } from '../kit-error.js';
import { EXERCISES_FOLDER, POLICY_FILE, REGISTRY_FILE } from './names.js';

/** The folders an author works in. */
export interface Project {
  /** Absolute path of the folder that holds the exercises. */
  exercises: string;
  /** Absolute path of the lessons' sources, or undefined if there are none beside the exercises. */
  docs: string | undefined;
}

export interface ProjectOptions {
  /** The folder of the exercises; by default, the nearest one from here upwards. */
  exercises?: string | undefined;
  docs?: string | undefined;
}

/** Where to look for lessons, beside the folder of the exercises. The first that exists counts. */
const DOCS_FOLDERS = ['apps/learn-app/docs', 'docs'];

/** Finds the folders of the project around `cwd`. Throws KitError if there are none. */
export function findProject(options: ProjectOptions, cwd: string): Project {
  const exercises = options.exercises === undefined ? findExercises(cwd) : resolve(cwd, options.exercises);
  if (exercises === undefined || !existsSync(exercises)) {
    const where = options.exercises === undefined ? `here or above ${cwd}` : `at ${exercises}`;
    throw new KitError(
      `There is no folder of exercises ${where}. Go to your project, name the folder with --exercises, or make your first exercise with "exercise-kit new".`,
    );
  }
  return { exercises, docs: findDocs(options.docs, exercises, cwd) };
}

/** The same for a command that may be an author's first: if there is no folder yet, it will be `./exercises`. */
export function planProject(options: ProjectOptions, cwd: string): Project {
  const exercises = resolve(cwd, options.exercises ?? findExercises(cwd) ?? EXERCISES_FOLDER);
  return { exercises, docs: findDocs(options.docs, exercises, cwd) };
}

function findExercises(cwd: string): string | undefined {
  for (let folder = resolve(cwd); ; folder = dirname(folder)) {
    if (basename(folder) === EXERCISES_FOLDER && isExercises(folder)) return folder;
    if (isExercises(join(folder, EXERCISES_FOLDER))) return join(folder, EXERCISES_FOLDER);
    if (folder === dirname(folder)) return undefined;
  }
}

function isExercises(folder: string): boolean {
  return [REGISTRY_FILE, POLICY_FILE].some((name) => existsSync(join(folder, name)));
}

function findDocs(given: string | undefined, exercises: string, cwd: string): string | undefined {
  if (given === undefined) return DOCS_FOLDERS.map((folder) => join(dirname(exercises), folder)).find(existsSync);
  const docs = resolve(cwd, given);
  if (!existsSync(docs)) throw new KitError(`There is no folder of lessons at ${docs}. Correct --docs.`);
  return docs;
}
