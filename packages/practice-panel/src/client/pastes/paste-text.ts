/** Most UTF-16 units in one piece: milliseconds of work, and at most three times as many bytes. */
export const PIECE_UNITS = 16 * 1024;

/** Control characters except tab and line ends, including DEL and C1: ESC could close the brackets around a paste. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: matching them is the point
const UNSAFE = /[\x00-\x08\x0b\x0c\x0e-\x1f\x7f-\x9f]/g;

/** The text as a terminal takes it: lines end as if Enter were pressed, and nothing in it can command the terminal. */
export function* pastePieces(text: string): Generator<Uint8Array<ArrayBuffer>> {
  const encoder = new TextEncoder();
  for (let start = 0; start < text.length; ) {
    const end = cutAfter(text, start + PIECE_UNITS);
    const bytes = encoder.encode(text.slice(start, end).replace(/\r?\n/g, '\r').replace(UNSAFE, ''));
    if (bytes.length > 0) yield bytes;
    start = end;
  }
}

/** Never cuts between the two units of a character or of a line end. */
function cutAfter(text: string, end: number): number {
  const before = text.charCodeAt(end - 1);
  const isWithin = (before >= 0xd800 && before < 0xdc00) || before === 0x0d;
  return Math.min(isWithin ? end + 1 : end, text.length);
}
