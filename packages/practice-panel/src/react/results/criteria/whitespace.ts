/** A piece of a text: plain, or an invisible character with a mark to show in its place. */
export interface TextPiece {
  readonly text: string;
  readonly mark?: string;
}

/** Marks for invisible characters. Those for control characters are Unicode's own pictures of them. */
const MARKS: Readonly<Record<string, string>> = {
  ' ': '·',
  '\t': '→',
  '\n': '↵',
  '\r': '␍',
  '\u00a0': '⍽',
  '\u200b': '␣',
  '\ufeff': '␣',
};

/**
 * Blanks that matter: at either end of a line, and several in a row. Single blanks between words, and
 * line ends within the text, are visible by themselves.
 */
const UNSEEN = /\n+$|[\t\r\u00a0\u200b\ufeff]|^ +| +$| {2,}/gm;

/** Whether two texts differ only in blanks, so that any of their blanks may be what is wrong. */
export function differInBlanks(one: string, other: string): boolean {
  return one !== other && one.replace(/\s/g, '') === other.replace(/\s/g, '');
}

/**
 * The text in pieces; joined they are the text. The indents of later lines stay plain unless requested:
 * values written over several lines are full of them, and marks would hide what matters.
 */
export function piecesOf(text: string, { indents = false } = {}): TextPiece[] {
  const pieces: TextPiece[] = [];
  let from = 0;
  for (const { index, 0: found } of text.matchAll(UNSEEN)) {
    const isPlain = isInnerLineEnd(text, index, found) || (!indents && isIndent(text, index, found));
    if (isPlain) continue;
    if (index > from) pieces.push({ text: text.slice(from, index) });
    for (const character of found) pieces.push({ text: character, mark: MARKS[character] ?? '␣' });
    from = index + found.length;
  }
  return from < text.length ? [...pieces, { text: text.slice(from) }] : pieces;
}

/** The `m` flag makes `$` match before every line end; only those at the end of the text are invisible. */
function isInnerLineEnd(text: string, index: number, found: string): boolean {
  return found.startsWith('\n') && index + found.length < text.length;
}

/** Whether blanks stand between the end of a line and the first word of the next. */
function isIndent(text: string, index: number, found: string): boolean {
  const next = text[index + found.length];
  return found.startsWith(' ') && text[index - 1] === '\n' && next !== undefined && next !== '\n';
}
