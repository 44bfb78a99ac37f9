import { type ExerciseId, MAX_EXERCISE_FILE_BYTES } from '@agent-factory/protocol';
import type { SolutionResponse } from '@agent-factory/protocol/hints';
import { type ContentSource, invalid } from './source.js';

export type SolutionFile = SolutionResponse['files'][number];

/** Reads the files of a solution, one after the other; together they may be as large as one file. */
export async function readSolution(
  source: ContentSource,
  id: ExerciseId,
  paths: readonly string[],
): Promise<SolutionFile[]> {
  const files: SolutionFile[] = [];
  let bytes = 0;
  for (const path of paths) {
    const file = `${id}/solution/${path}`;
    const content = await source.read(file);
    if (content === undefined) throw invalid(file, 'the file is missing');
    bytes += content.byteLength;
    if (bytes > MAX_EXERCISE_FILE_BYTES)
      throw invalid(file, `the solution has more than ${MAX_EXERCISE_FILE_BYTES} bytes`);
    files.push({ path, text: content.toString() });
  }
  return files;
}
