import { stat } from 'node:fs/promises';
import { PracticeError } from '@agent-factory/protocol';
import { notFound } from '../files/refusals.js';
import { ifPossible } from '../files/system.js';
import { lineCountOf } from '../files/text/text.js';
import type { Workplace } from '../workplace/workplace.js';

/** A file that is pointed at; `lineCount` as the student has it, or as it is saved where only that is shown. */
export interface Target {
  readonly path: string;
  readonly lineCount: number;
}

/**
 * A text file that can be pointed at, up to a line of it. Throws what `readFile` throws, and `invalid_request` if it
 * has no such line.
 */
export async function requireLine(workplace: Workplace, path: string, line = 1): Promise<Target> {
  const target = await targetOf(workplace, path);
  if (line <= target.lineCount) return target;
  const count = target.lineCount === 1 ? 'one line' : `${target.lineCount} lines`;
  const message = `${target.path} has ${count}, so there is no line ${line}. Look at the file again, then choose a line up to ${target.lineCount}.`;
  throw new PracticeError('invalid_request', message, { issues: [message], lineCount: target.lineCount });
}

/** Something in the tree: a file of any kind, or a folder. Throws `path_outside` and `file_not_found`. */
export async function requireEntry(workplace: Workplace, path: string): Promise<string> {
  const place = await workplace.disk.folder.resolve(path);
  if (!place.exists || (await ifPossible(stat(place.real))) === undefined) throw notFound(path);
  return place.path;
}

/** What is typed is only told by its lines where the student shows it. */
async function targetOf(workplace: Workplace, path: string): Promise<Target> {
  const typed = workplace.choices.now.visibility === 'everything' ? workplace.disk.buffers.get(path) : null;
  if (typed === null) return workplace.disk.files.readFile(path);
  const { path: plain } = await workplace.disk.folder.resolve(path);
  return { path: plain, lineCount: lineCountOf(typed.content) };
}
