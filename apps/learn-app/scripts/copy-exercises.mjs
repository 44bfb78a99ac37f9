// Copies the exercises, in the form in which they are served, to static/exercises. What that form has,
// and what stays behind, is for exercise-kit to say: it writes exercises/dist.
import { cpSync, existsSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { argv, stdout } from 'node:process';
import { fileURLToPath } from 'node:url';

export const EXERCISES = fileURLToPath(new URL('../../../exercises/dist', import.meta.url));
const TARGET = fileURLToPath(new URL('../static/exercises', import.meta.url));

/**
 * Replaces static/exercises by a fresh copy.
 * @returns {{ id: string }[]} the exercises of the registry
 * @throws if the exercises were not built
 */
export function copyExercises() {
  const registry = join(EXERCISES, 'registry.json');
  if (!existsSync(registry)) {
    throw new Error(`${registry} is missing. Build the exercises with: npm run exercise-kit -- build`);
  }
  rmSync(TARGET, { recursive: true, force: true });
  cpSync(EXERCISES, TARGET, { recursive: true, filter: (path) => !path.endsWith('.gitignore') });
  return JSON.parse(readFileSync(registry, 'utf8')).exercises;
}

if (argv[1] === fileURLToPath(import.meta.url)) {
  stdout.write(`Copied ${copyExercises().length} exercise(s) to static/exercises.\n`);
}
