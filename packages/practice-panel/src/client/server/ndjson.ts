/** A longer line, in characters, is not a row: the longest real one holds a check's whole output of 1 MiB. */
const MAX_LINE_LENGTH = 8 * 1024 * 1024;

/** The lines of a byte stream, however its pieces are cut. Empty lines are left out. Throws when the stream breaks. */
export async function* readLines(stream: ReadableStream<Uint8Array>): AsyncGenerator<string> {
  let rest = '';
  for await (const text of readText(stream)) {
    const lines = (rest + text).split('\n');
    rest = lines.pop() ?? '';
    if (rest.length > MAX_LINE_LENGTH) throw new Error('A line of the stream is too long.');
    yield* lines.filter(isWritten);
  }
  if (isWritten(rest)) yield rest;
}

/** A byte stream as text; no character is split. Throws when the stream breaks. */
export async function* readText(stream: ReadableStream<Uint8Array>): AsyncGenerator<string> {
  const reader = stream.getReader();
  const decoder = new TextDecoder();
  try {
    for (let piece = await reader.read(); !piece.done; piece = await reader.read()) {
      yield decoder.decode(piece.value, { stream: true });
    }
    yield decoder.decode();
  } finally {
    await reader.cancel().catch(() => {}); // a broken stream cannot be cancelled, and need not be
  }
}

function isWritten(line: string): boolean {
  return line.trim() !== '';
}
