import { existsSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { findExecutable } from '@agent-factory/subprocess';
import type { Project } from '../content/project.js';
import { KitError } from '../kit-error.js';

const PACKAGE = '@agent-factory/smile-loop';
const NAME = 'smile-loop';

/** The simulated learner's program: what to start, and its first arguments. */
export type LearnerProgram = readonly [file: string, ...args: string[]];

/**
 * Finds the simulated learner: beside the exercises, installed in the author's project or beside the kit, or on the
 * PATH. Throws KitError if it is nowhere.
 */
export async function findLearner(
  { exercises }: Project,
  env: Readonly<Record<string, string>>,
): Promise<LearnerProgram> {
  const root = dirname(exercises);
  const places = [
    join(root, 'packages', NAME),
    installedFor(join(root, 'package.json')),
    installedFor(import.meta.url),
  ];
  const script = places
    .filter((place) => place !== undefined)
    .map((place) => join(place, 'dist', 'cli.js'))
    .find(existsSync);
  if (script !== undefined) return [process.execPath, script];
  const program = await findExecutable(NAME, env);
  if (program !== undefined) return [program];
  throw new KitError(
    `A simulated learner needs the program ${NAME}, which is not installed. Install it in your project:\n  npm install --save-dev ${PACKAGE}`,
  );
}

/** The folder of the package as this file would import it, whether or not the file exists. */
function installedFor(file: string): string | undefined {
  try {
    return dirname(createRequire(file).resolve(`${PACKAGE}/package.json`));
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'MODULE_NOT_FOUND') return undefined;
    throw error;
  }
}
