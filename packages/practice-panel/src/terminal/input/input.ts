/** Most bytes of one input frame: far below the daemon's limit, and a paste never holds up a Ctrl+C for long. */
export const MAX_INPUT_BYTES = 64 * 1024;

/** Typed text as UTF-8 in pieces of at most `maxBytes`, cut between characters and never inside one. */
export function encodeInput(text: string, maxBytes = MAX_INPUT_BYTES): Uint8Array<ArrayBuffer>[] {
  return cutBytes(new TextEncoder().encode(text), maxBytes);
}

/** Cuts UTF-8 into pieces of at most `maxBytes` (4 or more), each beginning at a character. */
export function cutBytes(bytes: Uint8Array<ArrayBuffer>, maxBytes = MAX_INPUT_BYTES): Uint8Array<ArrayBuffer>[] {
  const pieces: Uint8Array<ArrayBuffer>[] = [];
  for (let start = 0; start < bytes.length; ) {
    const end = characterStart(bytes, start, start + maxBytes);
    pieces.push(bytes.subarray(start, end));
    start = end;
  }
  return pieces;
}

/** The last beginning of a character at or before `end`; `end` itself if the bytes are not UTF-8. */
function characterStart(bytes: Uint8Array, start: number, end: number): number {
  if (end >= bytes.length) return bytes.length;
  let cut = end;
  while (cut > start && isContinuation(bytes[cut])) cut -= 1;
  return cut === start ? end : cut;
}

function isContinuation(byte: number | undefined): boolean {
  return byte !== undefined && (byte & 0xc0) === 0x80;
}
