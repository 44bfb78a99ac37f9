import type { ExerciseConfig } from '@agent-factory/protocol';
import { criterionName } from './check/criterion-name.js';
import { INSTRUCTIONS_FILE } from './files.js';

/** What no schema of a single field can see: things of one config that cannot both be. */
export function configConflicts(config: ExerciseConfig): string[] {
  return [...starterConflicts(config.workspace.starterFiles), ...criterionConflicts(config)];
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

function criterionConflicts({ verification }: ExerciseConfig): string[] {
  if (verification?.type !== 'files') return [];
  return repeated(verification.files.map(criterionName)).map((name) => `verification.files: two are named "${name}"`);
}

function repeated(names: readonly string[]): string[] {
  return [...new Set(names.filter((name, index) => names.indexOf(name) !== index))];
}
