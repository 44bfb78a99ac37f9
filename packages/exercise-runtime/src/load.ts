import { lstat, readFile, realpath, stat } from 'node:fs/promises';
import { basename, join, resolve } from 'node:path';
import {
  decodeJson,
  type ExerciseConfig,
  exerciseConfigSchema,
  firstIssues,
  MAX_CONFIG_LENGTH,
  MAX_CONTENT_VALUES,
  MAX_EXERCISE_FILE_BYTES,
  type Outcome,
  PracticeError,
} from '@agent-factory/protocol';
import { configConflicts } from './config-conflicts.js';
import { realInside } from './confine.js';
import type { Exercise } from './exercise.js';
import { ifThere } from './file-system.js';
import { CONFIG_FILE, exerciseFiles, INSTRUCTIONS_FILE, OTHER_INSTRUCTIONS_FILES, SOLUTION_FOLDER } from './files.js';

/**
 * Reads an exercise and makes sure that everything it lists exists, inside its folder and of a
 * sensible size. `expectedId` defaults to the name of the folder.
 *
 * Throws `content_invalid` with the facts `file` and `issues`.
 */
export async function loadExercise(dir: string, expectedId: string = basename(resolve(dir))): Promise<Exercise> {
  const folder = resolve(dir);
  const outcome = decodeExerciseConfig(await readConfig(folder), expectedId);
  if (!outcome.ok) throw invalid(CONFIG_FILE, outcome.issues);
  const config = outcome.value;
  for (const file of [...exerciseFiles(config), ...(await solutionFiles(folder, config))]) {
    await requireFile(folder, file);
  }
  const instructions = await readFile(join(folder, INSTRUCTIONS_FILE), 'utf8');
  return { dir: folder, config, instructions, otherInstructions: await readOtherInstructions(folder) };
}

const LIMITS = { maxLength: MAX_CONFIG_LENGTH, maxValues: MAX_CONTENT_VALUES };

/** Decodes a config and checks its fields, its id, and that nothing in it contradicts itself. */
export function decodeExerciseConfig(text: string, expectedId: string): Outcome<ExerciseConfig> {
  const outcome = decodeJson(exerciseConfigSchema, text, LIMITS);
  if (!outcome.ok) return outcome;
  const issues = configConflicts(outcome.value);
  if (outcome.value.id !== expectedId) issues.unshift(`id: found "${outcome.value.id}", expected "${expectedId}"`);
  return issues.length > 0 ? { ok: false, issues: firstIssues(issues) } : outcome;
}

/** The solution files that the config lists, if there is a solution: a copy on a student's disk has none. */
async function solutionFiles(folder: string, config: ExerciseConfig): Promise<string[]> {
  const found = await ifThere(stat(join(folder, SOLUTION_FOLDER)));
  return found === undefined ? [] : config.solutionFiles.map((path) => `${SOLUTION_FOLDER}/${path}`);
}

async function readOtherInstructions(folder: string): Promise<Map<string, string>> {
  const texts = new Map<string, string>();
  for (const file of OTHER_INSTRUCTIONS_FILES) {
    if ((await ifThere(lstat(join(folder, file)))) === undefined) continue;
    await requireFile(folder, file);
    texts.set(file, await readFile(join(folder, file), 'utf8'));
  }
  return texts;
}

async function readConfig(folder: string): Promise<string> {
  await requireFile(folder, CONFIG_FILE);
  return readFile(join(folder, CONFIG_FILE), 'utf8');
}

async function requireFile(folder: string, file: string): Promise<void> {
  const problem = await fileProblem(folder, file);
  if (problem !== undefined) throw invalid(file, [problem]);
}

/** Why a file below a folder cannot belong to an exercise, or undefined if it can. */
export async function fileProblem(folder: string, file: string): Promise<string | undefined> {
  const root = await ifThere(realpath(folder));
  const path = join(folder, file);
  const found = await ifThere(stat(path));
  if (root === undefined || found === undefined) return 'missing';
  if ((await realInside(path, root)) === undefined) return 'leads out of the exercise';
  if (!found.isFile()) return 'not a regular file';
  return found.size > MAX_EXERCISE_FILE_BYTES ? `larger than ${MAX_EXERCISE_FILE_BYTES} bytes` : undefined;
}

function invalid(file: string, issues: readonly string[]): PracticeError {
  const message = `This exercise cannot be used until its author fixes it. ${file}: ${issues.join('; ')}`;
  return new PracticeError('content_invalid', message, { file, issues });
}
