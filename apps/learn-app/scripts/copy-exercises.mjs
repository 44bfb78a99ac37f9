// Copies what a student may see of each exercise to static/exercises, where the site serves it.
// Everything else (solutions, mutants, notes for authors, tests of the checks) stays behind: files
// are listed here, not left out, so that a new kind of file is private until somebody decides.
import { cpSync, existsSync, mkdirSync, readFileSync, rmSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { argv, stdout } from 'node:process';
import { fileURLToPath } from 'node:url';

export const EXERCISES = fileURLToPath(new URL('../../../exercises', import.meta.url));
const TARGET = fileURLToPath(new URL('../static/exercises', import.meta.url));

/** What Python and file managers leave in a folder that was worked in. */
const LITTER = new Set(['__pycache__', '.DS_Store', '.pytest_cache']);

function isContent(path) {
  return !LITTER.has(basename(path)) && !path.endsWith('.pyc');
}

function readJson(path) {
  if (!existsSync(path)) {
    throw new Error(`${path} is missing. Generate it with: npm run exercise-kit -- build`);
  }
  return JSON.parse(readFileSync(path, 'utf8'));
}

/** The files of one exercise that are served, relative to its folder. */
function servedPaths(config) {
  const check = config.verification?.type === 'script' ? config.verification : undefined;
  const checkFiles = check ? [check.script, ...(check.files ?? [])] : [];
  return ['config.json', 'CLAUDE.md', 'starter', ...checkFiles];
}

function copyExercise(id) {
  const source = join(EXERCISES, id);
  for (const path of servedPaths(readJson(join(source, 'config.json')))) {
    // An exercise may do without a starter folder; what its config names must be there.
    if (path === 'starter' && !existsSync(join(source, path))) continue;
    const target = join(TARGET, id, path);
    mkdirSync(dirname(target), { recursive: true });
    cpSync(join(source, path), target, { recursive: true, filter: isContent });
  }
}

/**
 * Replaces static/exercises by a fresh copy.
 * @returns {{ id: string }[]} the exercises of the registry
 * @throws if the registry or a file that an exercise names is missing
 */
export function copyExercises() {
  const registry = readJson(join(EXERCISES, 'registry.json'));
  rmSync(TARGET, { recursive: true, force: true });
  mkdirSync(TARGET, { recursive: true });
  cpSync(join(EXERCISES, 'registry.json'), join(TARGET, 'registry.json'));
  for (const { id } of registry.exercises) copyExercise(id);
  return registry.exercises;
}

if (argv[1] === fileURLToPath(import.meta.url)) {
  stdout.write(`Copied ${copyExercises().length} exercise(s) to static/exercises.\n`);
}
