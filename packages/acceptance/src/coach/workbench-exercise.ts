import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { BUILD, type SiteFiles } from '../site.js';

/** An exercise of the built site. */
export const EXERCISE = 'ch34-first-agent';
/** A file that its workspace has besides, and what is in it. */
export const ADDED_FILE = 'main.py';
const ADDED_TEXT = 'answer = 41\n';

interface Config {
  readonly workspace: { readonly starterFiles: readonly string[] };
}

interface Registry {
  readonly exercises: readonly { readonly id: string }[];
}

/** What a site serves if that exercise asks for the Workbench or, as it was built, does not. */
export async function workbenchExercise(asks = true): Promise<SiteFiles> {
  const config = (await builtJson(EXERCISE, 'config.json')) as Config;
  const registry = (await builtJson('registry.json')) as Registry;
  const starterFiles = [...config.workspace.starterFiles, ADDED_FILE];
  const flag = asks && { workbench: true };
  const exercises = registry.exercises.map((entry) => ({ ...entry, ...(entry.id === EXERCISE && flag) }));
  return {
    '/exercises/registry.json': JSON.stringify({ ...registry, exercises }),
    [`/exercises/${EXERCISE}/config.json`]: JSON.stringify({
      ...config,
      ...flag,
      workspace: { ...config.workspace, starterFiles },
    }),
    [`/exercises/${EXERCISE}/starter/${ADDED_FILE}`]: ADDED_TEXT,
  };
}

async function builtJson(...path: readonly string[]): Promise<unknown> {
  return JSON.parse(await readFile(join(BUILD, 'exercises', ...path), 'utf8'));
}
