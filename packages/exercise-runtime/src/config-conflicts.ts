import { comparablePath, type ExerciseConfig } from '@agent-factory/protocol';
import { declaredCriteria } from './check/criteria.js';
import { needsOf } from './check/needs.js';
import { CONFIG_FILE, exerciseFiles, INSTRUCTIONS_FILE, OTHER_INSTRUCTIONS_FILES } from './files.js';

const MAX_LISTED = 10;

/** What no schema of a single field can see: things of one config that cannot both be. */
export function configConflicts(config: ExerciseConfig): string[] {
  const starter = starterConflicts(config.workspace.starterFiles);
  return [
    ...(starter.length > 0 ? starter : copyConflicts(config)),
    ...solutionConflicts(config.solutionFiles),
    ...checkConflicts(config),
    ...stageConflicts(config),
    ...unknownCriteria(config),
    ...needsConflicts(config),
    ...(config.next === config.id ? [`next: found "${config.id}", expected another exercise than this one`] : []),
  ];
}

function starterConflicts(starterFiles: readonly string[]): string[] {
  const issues = collisions('workspace.starterFiles', starterFiles);
  if (starterFiles.some((file) => comparablePath(file) === comparablePath(INSTRUCTIONS_FILE))) {
    issues.push(`workspace.starterFiles: ${INSTRUCTIONS_FILE} comes from the exercise itself`);
  }
  return issues;
}

function solutionConflicts(solutionFiles: readonly string[]): string[] {
  return collisions('solutionFiles', solutionFiles);
}

/** All files of an exercise lie in one folder: none may take the place of another. */
function copyConflicts(config: ExerciseConfig): string[] {
  const files = new Set([CONFIG_FILE, ...OTHER_INSTRUCTIONS_FILES, ...exerciseFiles(config)]);
  return collisions('verification', [...files]);
}

/** Files that would be one on a system where case, or the way of writing an accent, makes no difference; and files that are folders of others. */
function collisions(field: string, files: readonly string[]): string[] {
  const compared = files.map((file) => [file, comparablePath(file)] as const);
  const folders = new Set(compared.flatMap(([, path]) => foldersOf(path)));
  const seen = new Set<string>();
  const twice = compared.filter(([, path]) => seen.size === seen.add(path).size);
  const both = compared.filter(([, path]) => folders.has(path));
  return [
    ...new Set(twice.map(([file]) => `${field}: ${file} is listed twice`)),
    ...both.map(([file]) => `${field}: ${file} is listed as a file and as a folder`),
  ];
}

/** Every folder above a path. */
function foldersOf(path: string): string[] {
  const parts = path.split('/');
  return parts.slice(1).map((_, index) => parts.slice(0, index + 1).join('/'));
}

function checkConflicts({ verification }: ExerciseConfig): string[] {
  const twice = repeated(declaredCriteria(verification) ?? []).map((name) => `verification: two are named "${name}"`);
  const checks = verification?.type === 'checks' ? verification.checks : [];
  const odd = checks.flatMap((check, index) => {
    if (check.type !== 'json_equals' || (check.path === undefined) !== (check.command === undefined)) return [];
    const found = check.path === undefined ? 'neither' : 'both';
    return [`verification.checks.${index}: found ${found}, expected either "path" or "command"`];
  });
  return [...twice, ...odd];
}

function stageConflicts({ stages }: ExerciseConfig): string[] {
  const twice = repeated(stages.flatMap(({ criteria }) => criteria));
  return twice.map((name) => `stages: found "${name}" twice, expected each criterion in one stage at most`);
}

/** Names of criteria that no check has. What a script judges is known only when it runs. */
function unknownCriteria({ verification, stages, needs, hints }: ExerciseConfig): string[] {
  const known = declaredCriteria(verification);
  if (known === undefined) return [];
  const names = new Set(known);
  const allowed = listed(known);
  const uses: [field: string, names: readonly string[]][] = [
    ...stages.map(({ criteria }, index): [string, string[]] => [`stages.${index}.criteria`, criteria]),
    ['needs', Object.keys(needs)],
    ...Object.entries(needs).map(([name, others]): [string, string[]] => [`needs.${name}`, others]),
    ['hints', typeof hints === 'number' ? [] : Object.keys(hints)],
  ];
  return uses.flatMap(([field, used]) =>
    used
      .filter((name) => !names.has(name))
      .map((name) => `${field}: found "${name}", expected a criterion of the check: ${allowed}`),
  );
}

function needsConflicts({ verification, needs }: ExerciseConfig): string[] {
  const circles = Object.keys(needs).filter((name) => reaches(name, name, needs));
  if (circles.length > 0) return [`needs: found a circle of ${listed(circles)}, expected one that can pass first`];
  const order = new Map((declaredCriteria(verification) ?? []).map((name, index) => [name, index]));
  return Object.entries(needs).flatMap(([name, others]) =>
    others
      .filter((other) => (order.get(other) ?? -1) > (order.get(name) ?? order.size))
      .map(
        (other) => `needs.${name}: found "${other}", which is checked after it; expected one that is checked before`,
      ),
  );
}

/** Whether a criterion waits for another, over however many others. */
function reaches(from: string, target: string, needs: ExerciseConfig['needs'], seen = new Set<string>()): boolean {
  return needsOf(from, needs).some((name) => {
    if (name === target) return true;
    if (seen.has(name)) return false;
    seen.add(name);
    return reaches(name, target, needs, seen);
  });
}

/** Each name that comes more than once, once. */
function repeated(names: readonly string[]): string[] {
  const seen = new Set<string>();
  return [...new Set(names.filter((name) => seen.size === seen.add(name).size))];
}

/** Enough names to find the one that was meant. */
function listed(names: readonly string[]): string {
  const some = names.slice(0, MAX_LISTED).join(', ');
  return names.length > MAX_LISTED ? `${some}, and ${names.length - MAX_LISTED} more` : some;
}
