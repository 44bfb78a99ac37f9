// Copies what a student may see of each exercise to static/exercises, where the site serves it.
// A solution is among it file by file, as its config lists it: it is shown on request, once a student
// has completed the exercise or says that they want to see it. Everything else (mutants, notes for authors, tests of the checks) stays behind: files
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

/** What an exercise may do without. Of the others, whatever its config names must be there. */
const OPTIONAL = new Set(['AGENTS.md', 'GEMINI.md', 'starter']);

/** The files of one exercise that are served, relative to its folder: of a solution, those that its config lists. */
function servedPaths(config) {
  const check = config.verification?.type === 'script' ? config.verification : undefined;
  const checkFiles = check ? [check.script, ...(check.files ?? [])] : [];
  const solution = (config.solutionFiles ?? []).map((path) => `solution/${path}`);
  return ['config.json', 'CLAUDE.md', ...OPTIONAL, ...checkFiles, ...solution];
}

function copyExercise(id) {
  const source = join(EXERCISES, id);
  for (const path of servedPaths(readJson(join(source, 'config.json')))) {
    if (OPTIONAL.has(path) && !existsSync(join(source, path))) continue;
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
  // One that is listed with the reason why it cannot be started never breaks the site.
  for (const { id, unavailable } of registry.exercises) if (unavailable === undefined) copyExercise(id);
  return registry.exercises;
}

if (argv[1] === fileURLToPath(import.meta.url)) {
  stdout.write(`Copied ${copyExercises().length} exercise(s) to static/exercises.\n`);
}
