import type { TextChange } from '../../src/editor/types.js';

/** What a receiver of changes makes of its own text. */
export function applied(text: string, changes: readonly TextChange[]): string {
  let at = 0;
  const pieces: string[] = [];
  for (const { from, to, insert } of changes) {
    if (from < at || to < from || to > text.length) throw new Error(`a change from ${from} to ${to} does not fit`);
    pieces.push(text.slice(at, from), insert);
    at = to;
  }
  return [...pieces, text.slice(at)].join('');
}
