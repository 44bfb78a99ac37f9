import { comparablePath, type ExerciseConfig } from '@agent-factory/protocol';
import { criteriaConflicts } from './criteria-conflicts.js';
import { CONFIG_FILE, exerciseFiles, INSTRUCTIONS_FILE, OTHER_INSTRUCTIONS_FILES } from './files.js';

/** What the schema of a single field cannot see: parts of a config that contradict each other. */
export function configConflicts(config: ExerciseConfig): string[] {
  const starter = starterConflicts(config.workspace.starterFiles);
  return [
    ...(starter.length > 0 ? starter : copyConflicts(config)),
    ...solutionConflicts(config.solutionFiles),
    ...criteriaConflicts(config),
    ...checkConflicts(config),
    ...(config.next === config.id ? [`next: found "${config.id}", expected another exercise`] : []),
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

/** All files of an exercise share one folder, so none may replace another. */
function copyConflicts(config: ExerciseConfig): string[] {
  const files = new Set([CONFIG_FILE, ...OTHER_INSTRUCTIONS_FILES, ...exerciseFiles(config)]);
  return collisions('verification', [...files]);
}

/** Files that are the same where case and the way accents are written do not matter, or that are also folders. */
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
  const checks = verification?.type === 'checks' ? verification.checks : [];
  return checks.flatMap((check, index) => {
    if (check.type !== 'json_equals' || (check.path === undefined) !== (check.command === undefined)) return [];
    const found = check.path === undefined ? 'neither' : 'both';
    return [`verification.checks.${index}: found ${found}, expected either "path" or "command"`];
  });
}
