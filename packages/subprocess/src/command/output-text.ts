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
    const last = this.#line.join('');
    this.#line = [];
    if (last !== '') this.#emit(last);
  }

  #append(text: string): void {
    this.#text += text;
    if (this.#onLine === undefined) return;
    const [first = '', ...rest] = text.split('\n');
    this.#line.push(first);
    for (const next of rest) {
      const line = this.#line.join('');
      this.#line = [next];
      this.#emit(line);
    }
  }

  #emit(line: string): void {
    this.#onLine?.(line.endsWith('\r') ? line.slice(0, -1) : line);
  }
}
