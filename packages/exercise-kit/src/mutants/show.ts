import { createTwoFilesPatch, FILE_HEADERS_ONLY } from 'diff';
import { SOLUTION_FOLDER } from '../content/names.js';
import type { Changes, ReadText } from './apply.js';

/** Lines around each change. */
const CONTEXT_LINES = 2;
/** What diff programs write for a file that does not exist. */
const NO_FILE = '/dev/null';

/** The changes as a unified diff, from the finished work to the mutant. */
export function showChanges(name: string, changes: Changes, read: ReadText): string {
  return [...changes]
    .map(([file, after]) => {
      const before = read(file);
      const from = before === undefined ? NO_FILE : `${SOLUTION_FOLDER}/${file}`;
      const to = after === undefined ? NO_FILE : `${name}/${file}`;
      return createTwoFilesPatch(from, to, before ?? '', after ?? '', undefined, undefined, {
        context: CONTEXT_LINES,
        headerOptions: FILE_HEADERS_ONLY,
      }).trimEnd();
    })
    .join('\n');
}
