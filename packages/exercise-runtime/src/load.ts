import { readFile, realpath, stat } from 'node:fs/promises';
import { basename, join, resolve } from 'node:path';
import {
  decode,
  type ExerciseConfig,
  exerciseConfigSchema,
  MAX_EXERCISE_FILE_BYTES,
  PracticeError,
  parseJson,
} from '@agent-factory/protocol';
import { configConflicts } from './config-conflicts.js';
import { realInside } from './confine.js';
import type { Exercise } from './exercise.js';
import { ifThere } from './file-system.js';
import { CONFIG_FILE, exerciseFiles, INSTRUCTIONS_FILE } from './files.js';

/**
 * Reads an exercise and makes sure that everything it lists is there, inside its folder and of a
 * sensible size. `expectedId` is by default the name of the folder.
 *
 * Throws `content_invalid` with the facts `file` and `issues`.
 */
export async function loadExercise(dir: string, expectedId: string = basename(resolve(dir))): Promise<Exercise> {
  const folder = resolve(dir);
  const config = decodeConfig(await readConfig(folder), expectedId);
  for (const file of exerciseFiles(config)) await requireFile(folder, file);
  const instructions = await readFile(join(folder, INSTRUCTIONS_FILE), 'utf8');
  return { dir: folder, config, instructions };
}

async function readConfig(folder: string): Promise<string> {
  await requireFile(folder, CONFIG_FILE);
  return readFile(join(folder, CONFIG_FILE), 'utf8');
}

function decodeConfig(text: string, expectedId: string): ExerciseConfig {
  const parsed = parseJson(text);
  const outcome = parsed.ok ? decode(exerciseConfigSchema, parsed.value) : parsed;
  if (!outcome.ok) throw invalid(CONFIG_FILE, outcome.issues);
  const issues = configConflicts(outcome.value);
  if (outcome.value.id !== expectedId) issues.unshift(`id: ${outcome.value.id} where ${expectedId} was expected`);
  if (issues.length > 0) throw invalid(CONFIG_FILE, issues);
  return outcome.value;
}

async function requireFile(folder: string, file: string): Promise<void> {
  const root = await ifThere(realpath(folder));
  const path = join(folder, file);
  const found = await ifThere(stat(path));
  if (root === undefined || found === undefined) throw invalid(file, ['missing']);
  if ((await realInside(path, root)) === undefined) throw invalid(file, ['leads out of the exercise']);
  if (!found.isFile()) throw invalid(file, ['not a regular file']);
  if (found.size > MAX_EXERCISE_FILE_BYTES) throw invalid(file, [`larger than ${MAX_EXERCISE_FILE_BYTES} bytes`]);
}

function invalid(file: string, issues: readonly string[]): PracticeError {
  const message = `This exercise cannot be used until its author mends it. ${file}: ${issues.join('; ')}`;
  return new PracticeError('content_invalid', message, { file, issues });
}
