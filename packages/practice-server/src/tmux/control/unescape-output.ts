const BACKSLASH = 0x5c;
/** tmux writes a control character or a backslash as a backslash and three octal digits. */
const DIGITS = /^[0-7]{3}$/;
const ESCAPE_LENGTH = 4;

/** The bytes that a program printed, from what tmux writes for them after `%output`. */
export function unescapeOutput(escaped: Buffer): Buffer {
  let slash = escaped.indexOf(BACKSLASH);
  if (slash < 0) return escaped;
  const bytes = Buffer.allocUnsafe(escaped.length);
  let length = 0;
  let start = 0;
  for (; slash >= 0; slash = escaped.indexOf(BACKSLASH, start)) {
    length += escaped.copy(bytes, length, start, slash);
    const digits = escaped.toString('latin1', slash + 1, slash + ESCAPE_LENGTH);
    // tmux leaves no backslash alone; if it did, it would stand for itself.
    const isEscape = DIGITS.test(digits);
    length = bytes.writeUInt8(isEscape ? Number.parseInt(digits, 8) & 0xff : BACKSLASH, length);
    start = slash + (isEscape ? ESCAPE_LENGTH : 1);
  }
  length += escaped.copy(bytes, length, start);
  return bytes.subarray(0, length);
}
