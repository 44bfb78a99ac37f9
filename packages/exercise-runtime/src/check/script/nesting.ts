const QUOTE = 0x22;
const BACKSLASH = 0x5c;
const COMMA = 0x2c;
/** `{` and `[`, `}` and `]`. */
const OPENING = new Set([0x7b, 0x5b]);
const CLOSING = new Set([0x7d, 0x5d]);

/**
 * Tracks how deeply JSON text is nested, and how much it holds, without parsing it: untrusted text may
 * hold a hundred thousand objects in a megabyte, which take a parser half a second.
 */
export class Nesting {
  /** Open brackets. */
  depth = 0;
  /** Brackets and commas so far: about as many as there are values. */
  parts = 0;

  /** Takes the next line. JSON strings never span lines. */
  read(line: string): this {
    for (let at = 0; at < line.length; at += 1) {
      const code = line.charCodeAt(at);
      if (code === QUOTE) at = endOfString(line, at + 1);
      else this.#count(code);
    }
    return this;
  }

  #count(code: number): void {
    if (CLOSING.has(code)) this.depth -= 1;
    if (OPENING.has(code)) this.depth += 1;
    if (code === COMMA || OPENING.has(code)) this.parts += 1;
  }
}

function endOfString(line: string, from: number): number {
  let at = from;
  while (at < line.length && line.charCodeAt(at) !== QUOTE) at += line.charCodeAt(at) === BACKSLASH ? 2 : 1;
  return at;
}
