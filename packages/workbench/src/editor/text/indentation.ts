import type { Text } from '@codemirror/state';

/** Lines looked at to find how a file is indented: enough to get past a licence. */
const LINES_LOOKED_AT = 200;
const BY_DEFAULT = '    ';
/** More than this is not one step of indentation but an alignment. */
const WIDEST = 8;
/** A step of one space is a comment's star, not an indentation. */
const NARROWEST = 2;

/** One step of indentation as the file has it: a tab, or the fewest spaces that a line starts with. */
export function indentationOf(doc: Text): string {
  let narrowest = WIDEST + 1;
  for (const line of doc.iterLines(1, Math.min(LINES_LOOKED_AT, doc.lines) + 1)) {
    if (/^\t+\S/.test(line)) return '\t';
    const spaces = /^ *(?=[^\s*])/.exec(line)?.[0].length ?? 0;
    if (spaces >= NARROWEST) narrowest = Math.min(narrowest, spaces);
  }
  return narrowest > WIDEST ? BY_DEFAULT : ' '.repeat(narrowest);
}
