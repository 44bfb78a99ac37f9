import { PracticeError } from '@agent-factory/protocol';
import type { TextChange } from '@agent-factory/protocol/coach';

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
  text: string,
  changes: readonly TextChange[],
  { baseLength }: ChangesFor,
): string {
  if (baseLength !== text.length) throw outOfStep(path);
  const parts: string[] = [];
  let at = 0;
  for (const { from, to, insert } of changes) {
    if (from < at || to < from || to > text.length) throw outOfStep(path);
    parts.push(text.slice(at, from), insert);
    at = to;
  }
  return parts.join('') + text.slice(at);
}

export function outOfStep(path: string): PracticeError {
  const message = `What was typed in ${path} does not fit the text that is known of it. The whole text has to be sent again.`;
  return new PracticeError('buffer_out_of_step', message, { path });
}
