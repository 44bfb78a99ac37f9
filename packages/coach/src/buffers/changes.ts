import { PracticeError } from '@agent-factory/protocol';
import type { TextChange } from '@agent-factory/protocol/coach';
import type { BufferEntry } from './buffer-entry.js';
import { type Pieces, piecesOf, replaced } from './pieces.js';

/** More changes than this (a word is replaced everywhere) are quicker made in the whole text than one by one. */
const MAX_SINGLE_CHANGES = 16;

/** What a list of changes is for. */
export interface ChangesFor {
  /** Length of the text before them, in UTF-16 units. */
  readonly baseLength: number;
  /** Counts the updates of one text; one more than that of the update before. */
  readonly sequence?: number | undefined;
}

/**
 * The text after changes, whose places are all in the text before them; they are sorted and do not overlap. Throws
 * `buffer_out_of_step` if they are for another text.
 */
export function changed(
  path: string,
  { entry: { content: text }, pieces }: { readonly entry: Pick<BufferEntry, 'content'>; readonly pieces: Pieces },
  changes: readonly TextChange[],
  { baseLength }: ChangesFor,
): Pieces {
  if (baseLength !== text.length || !areInOrder(changes, text.length)) throw outOfStep(path);
  if (changes.length > MAX_SINGLE_CHANGES) return piecesOf(changedAtOnce(text, changes));
  // From the last one, so that the places of those before it stay what they are.
  return changes.reduceRight((now, { from, to, insert }) => replaced(now, from, to, insert), pieces);
}

export function outOfStep(path: string): PracticeError {
  const message = `What was typed in ${path} does not fit the text that is known of it. The whole text has to be sent again.`;
  return new PracticeError('buffer_out_of_step', message, { path });
}

function areInOrder(changes: readonly TextChange[], length: number): boolean {
  let at = 0;
  for (const { from, to } of changes) {
    if (from < at || to < from || to > length) return false;
    at = to;
  }
  return true;
}

function changedAtOnce(text: string, changes: readonly TextChange[]): string {
  const parts: string[] = [];
  let at = 0;
  for (const { from, to, insert } of changes) {
    parts.push(text.slice(at, from), insert);
    at = to;
  }
  return parts.join('') + text.slice(at);
}
