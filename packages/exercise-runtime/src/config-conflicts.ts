import type { ExerciseConfig } from '@agent-factory/protocol';
import { declaredCriteria } from './check/criteria.js';
import { needsOf } from './check/needs.js';
import { INSTRUCTIONS_FILE } from './files.js';

/** What no schema of a single field can see: things of one config that cannot both be. */
export function configConflicts(config: ExerciseConfig): string[] {
  return [
    ...starterConflicts(config.workspace.starterFiles),
    ...solutionConflicts(config.solutionFiles),
    ...checkConflicts(config),
    ...stageConflicts(config),
    ...unknownCriteria(config),
    ...needsConflicts(config),
    ...(config.next === config.id ? [`next: found "${config.id}", expected another exercise than this one`] : []),
  ];
}

/** Names are compared without case: on macOS two names that differ in nothing else are one file. */
function starterConflicts(starterFiles: readonly string[]): string[] {
  const path = 'workspace.starterFiles';
  const twice = repeated(starterFiles.map((file) => file.toLowerCase()));
  const issues = twice.map((file) => `${path}: ${file} is listed twice`);
  const folders = starterFiles.filter((file) => starterFiles.some((other) => isBelow(other, file)));
  issues.push(...folders.map((file) => `${path}: ${file} is listed as a file and as a folder`));
  if (starterFiles.some((file) => file.toLowerCase() === INSTRUCTIONS_FILE.toLowerCase())) {
    issues.push(`${path}: ${INSTRUCTIONS_FILE} comes from the exercise itself`);
  }
  return issues;
}

function isBelow(path: string, folder: string): boolean {
  return path.toLowerCase().startsWith(`${folder.toLowerCase()}/`);
}

function solutionConflicts(solutionFiles: readonly string[]): string[] {
  return repeated(solutionFiles).map((file) => `solutionFiles: ${file} is listed twice`);
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
  const named: [field: string, names: readonly string[]][] = [
    ...stages.map(({ criteria }, index): [string, string[]] => [`stages.${index}.criteria`, criteria]),
    ['needs', Object.keys(needs)],
    ...Object.entries(needs).map(([name, others]): [string, string[]] => [`needs.${name}`, others]),
    ['hints', typeof hints === 'number' ? [] : Object.keys(hints)],
  ];
  return named.flatMap(([field, names]) =>
    names
      .filter((name) => !known.includes(name))
      .map((name) => `${field}: found "${name}", expected a criterion of the check: ${known.join(', ')}`),
  );
}

function needsConflicts({ verification, needs }: ExerciseConfig): string[] {
  const circles = Object.keys(needs).filter((name) => reaches(name, name, needs));
  if (circles.length > 0) return [`needs: found a circle of ${circles.join(', ')}, expected one that can pass first`];
  const order = declaredCriteria(verification) ?? [];
  return Object.entries(needs).flatMap(([name, others]) =>
    others
      .filter((other) => order.indexOf(other) > order.indexOf(name) && order.includes(name))
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

function repeated(names: readonly string[]): string[] {
  return [...new Set(names.filter((name, index) => names.indexOf(name) !== index))];
}
