/** Characters of a piece: changing one copies it, and there is one step of work per piece. */
const PIECE_LENGTH = 32 * 1024;

/** A text in pieces, of which a change touches few: a long one is not copied for every keystroke. */
export type Pieces = readonly string[];

export function piecesOf(text: string): Pieces {
  const pieces: string[] = [];
  for (let at = 0; at < text.length; at += PIECE_LENGTH) pieces.push(text.slice(at, at + PIECE_LENGTH));
  return pieces;
}

/** The whole text; it is put together in memory only when somebody reads it. */
export function textOf(pieces: Pieces): string {
  let text = '';
  for (const piece of pieces) text += piece;
  return text;
}

/** The pieces with those characters replaced that are from one place up to another. */
export function replaced(pieces: Pieces, from: number, to: number, insert: string): Pieces {
  const first = pieceAt(pieces, from);
  const last = pieceAt(pieces, to);
  const start = (pieces[first.index] ?? '').slice(0, from - first.start);
  const end = (pieces[last.index] ?? '').slice(to - last.start);
  return [...pieces.slice(0, first.index), ...piecesOf(start + insert + end), ...pieces.slice(last.index + 1)];
}

/** The piece that has a place in it or at its end, and where it starts. */
function pieceAt(pieces: Pieces, place: number): { index: number; start: number } {
  let start = 0;
  for (const [index, piece] of pieces.entries()) {
    if (place <= start + piece.length) return { index, start };
    start += piece.length;
  }
  return { index: pieces.length, start };
}
