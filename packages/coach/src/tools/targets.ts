import { stat } from 'node:fs/promises';
import { PracticeError } from '@agent-factory/protocol';
import type { Visibility } from '@agent-factory/protocol/coach';
import { projectPath } from '../files/project-path.js';
import { notFound } from '../files/refusals.js';
import { ifPossible } from '../files/system.js';
import { lineCountOf } from '../files/text/text.js';
import { asShown, isShown } from '../workplace/sight.js';
import type { Workplace } from '../workplace/workplace.js';

/** A file, and how many lines it has as the student shows it: with what is typed, or as it is saved. */
interface Measured {
  readonly path: string;
  readonly lineCount: number;
}

/**
 * The path of a text file that can be pointed at, up to a line of it. Throws what `readFile` throws, and
 * `invalid_request` if it has no such line. Where the student shows nothing, nobody looks: any path inside of the project
 * will do, so that the answer tells nothing of what is there.
 */
export function requireLine(workplace: Workplace, path: string, line = 1): Promise<string> {
  return asShown(workplace.choices, async (visibility) => {
    if (!isShown(visibility, 'buffers')) return projectPath(path);
    const file = await measured(workplace, path, visibility);
    if (line <= file.lineCount) return file.path;
    throw noSuchLine(file, line);
  });
}

/**
 * Something in the tree: a file of any kind, or a folder. Throws `path_outside` and `file_not_found`. The same holds for
 * it where nothing is shown.
 */
export function requireEntry({ choices, disk }: Workplace, path: string): Promise<string> {
  return asShown(choices, async (visibility) => {
    if (!isShown(visibility, 'buffers')) return projectPath(path);
    const place = await disk.folder.resolve(path);
    if (!place.exists || (await ifPossible(stat(place.real))) === undefined) throw notFound(path);
    return place.path;
  });
}

/** What is typed is only told by its lines where the student shows it. */
async function measured({ disk }: Workplace, path: string, visibility: Visibility): Promise<Measured> {
  const typed = visibility === 'everything' ? disk.buffers.get(path) : null;
  if (typed === null) return disk.files.readFile(path);
  const { path: plain } = await disk.folder.resolve(path);
  return { path: plain, lineCount: lineCountOf(typed.content) };
}

function noSuchLine({ path, lineCount }: Measured, line: number): PracticeError {
  const count = lineCount === 1 ? 'one line' : `${lineCount} lines`;
  const message = `${path} has ${count}, so there is no line ${line}. Look at the file again, then choose a line up to ${lineCount}.`;
  return new PracticeError('invalid_request', message, { issues: [message], lineCount });
}
