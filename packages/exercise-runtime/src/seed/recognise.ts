import { realpath } from 'node:fs/promises';
import type { Exercise } from '../exercise.js';
import { findAt } from './place.js';
import type { SeededFile } from './plan.js';
import type { SeedOptions } from './seed-workspace.js';
import { shippedFiles } from './shipped.js';

/**
 * Restores the record of a workspace that lost it: every file that is exactly as the exercise ships it.
 * Everything else counts as the student's. Writes nothing. Rejects if there is no workspace.
 */
export async function recogniseSeeded(
  exercise: Exercise,
  { workspace, instructionFile }: Pick<SeedOptions, 'workspace' | 'instructionFile'>,
): Promise<SeededFile[]> {
  const root = await realpath(workspace);
  const seeded: SeededFile[] = [];
  for (const { path, sha256 } of await shippedFiles(exercise, instructionFile)) {
    const found = await findAt(root, path);
    if (typeof found === 'object' && found.sha256 === sha256) seeded.push({ path, sha256 });
  }
  return seeded;
}
