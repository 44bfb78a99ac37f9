import { realpath } from 'node:fs/promises';
import type { Exercise } from '../exercise.js';
import { findAt } from './place.js';
import type { SeededFile } from './plan.js';
import type { SeedOptions } from './seed-workspace.js';
import { shippedFiles } from './shipped.js';

/**
 * The record of a workspace whose record was lost: every file that is exactly as the exercise ships it. All else counts
 * as the student's. Writes nothing. Rejects where there is no workspace.
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
