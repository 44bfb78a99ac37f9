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

/** The text in pieces; joined they are the text. Too many of them would not be looked at, and so the rest is plain. */
export function piecesOf(text: string): TextPiece[] {
  const pieces: TextPiece[] = [];
  let from = 0;
  for (const { index, 0: found } of text.matchAll(UNSEEN)) {
    // The flag for lines makes `$` match before every end of a line; only the last ones are unseen.
    if (found.startsWith('\n') && index + found.length < text.length) continue;
    if (index > from) pieces.push({ text: text.slice(from, index) });
    for (const character of found) pieces.push({ text: character, mark: MARKS[character] ?? '␣' });
    from = index + found.length;
  }
  return from < text.length ? [...pieces, { text: text.slice(from) }] : pieces;
}
