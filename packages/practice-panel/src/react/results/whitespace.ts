/** A piece of a text: as it is, or a character that nobody sees, with a mark to show for it. */
export interface TextPiece {
  readonly text: string;
  readonly mark?: string;
}

/** Marks of characters that have none. Those of control characters are the ones Unicode draws for them. */
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
 * Where blanks matter: at the ends of a line, and where there are several. Single ones between words
 * and ends of lines within the text show by themselves.
 */
const UNSEEN = /\n+$|[\t\r\u00a0\u200b\ufeff]|^ +| +$| {2,}/gm;

/** Whether two texts are the same but for blanks, and so every blank of theirs may be what is wrong. */
export function differInBlanks(one: string, other: string): boolean {
  return one !== other && one.replace(/\s/g, '') === other.replace(/\s/g, '');
}

/**
 * The text in pieces; joined they are the text. The indents of its later lines are plain unless they are asked
 * for: values written over several lines are full of them, and they would hide what matters.
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

/** The flag for lines makes `$` match before every end of a line; only the last ones are unseen. */
function isInnerLineEnd(text: string, index: number, found: string): boolean {
  return found.startsWith('\n') && index + found.length < text.length;
}

/** Whether blanks stand between the end of a line and the first word of the next. */
function isIndent(text: string, index: number, found: string): boolean {
  const next = text[index + found.length];
  return found.startsWith(' ') && text[index - 1] === '\n' && next !== undefined && next !== '\n';
}
