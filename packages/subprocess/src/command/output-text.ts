import { StringDecoder } from 'node:string_decoder';

/** The text of one stream, whole and by lines. A character may arrive in pieces; it is decoded when it is complete. */
export class OutputText {
  readonly #decoder = new StringDecoder('utf8');
  readonly #onLine: ((line: string) => void) | undefined;
  #text = '';
  /** Pieces of the unfinished line. A long one comes in many pieces, and is joined once. */
  #line: string[] = [];

  constructor(onLine?: (line: string) => void) {
    this.#onLine = onLine;
  }

  get text(): string {
    return this.#text;
  }

  write(chunk: Buffer): void {
    this.#append(this.#decoder.write(chunk));
  }

  /** Emits what is left: an incomplete character as U+FFFD, and a last line without a line end. */
  end(): void {
    this.#append(this.#decoder.end());
    if (this.#line.length > 0) this.#endLine('');
  }

  #append(text: string): void {
    this.#text += text;
    if (this.#onLine === undefined) return;
    let start = 0;
    for (let end = text.indexOf('\n'); end >= 0; end = text.indexOf('\n', start)) {
      this.#endLine(text.slice(start, end));
      start = end + 1;
    }
    if (start < text.length) this.#line.push(text.slice(start));
  }

  /** Most lines come in one piece, and a program may print a million of them. */
  #endLine(last: string): void {
    const line = this.#line.length === 0 ? last : this.#line.join('') + last;
    if (this.#line.length > 0) this.#line = [];
    this.#onLine?.(line.endsWith('\r') ? line.slice(0, -1) : line);
  }
}
