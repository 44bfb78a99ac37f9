import type { Position, Range } from '@agent-factory/protocol/coach';
import type { Marked } from '../../client/mind/mind-state.js';

/** Whether a selection has any text in it. */
export function isFilled({ start, end }: Range): boolean {
  return start.line !== end.line || start.column !== end.column;
}

/** What the student means: the first selection with text in it, or the place of the cursor. */
export function markedIn(path: string, selections: readonly Range[], cursor: Position): Marked {
  return { path, range: selections.find(isFilled) ?? { start: cursor, end: cursor } };
}

/** Such as `cart.py, lines 3 to 5`. */
export function markedWords({ path, range: { start, end } }: Marked): string {
  const name = path.slice(path.lastIndexOf('/') + 1);
  // A selection of whole lines ends at the beginning of the next one.
  const last = end.column === 1 && end.line > start.line ? end.line - 1 : end.line;
  return last === start.line ? `${name}, line ${last}` : `${name}, lines ${start.line} to ${last}`;
}
