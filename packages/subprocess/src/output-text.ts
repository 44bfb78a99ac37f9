import { StringDecoder } from 'node:string_decoder';

/** Text of one stream, whole and by lines. A character may arrive in pieces; it is decoded when it is whole. */
export class OutputText {
  readonly #decoder = new StringDecoder('utf8');
  readonly #onLine: ((line: string) => void) | undefined;
  #text = '';
  #line = '';

  constructor(onLine?: (line: string) => void) {
    this.#onLine = onLine;
  }

  get text(): string {
    return this.#text;
  }

  write(chunk: Buffer): void {
    this.#append(this.#decoder.write(chunk));
  }

  /** Hands out what is left: half a character as U+FFFD, and a last line without its line end. */
  end(): void {
    this.#append(this.#decoder.end());
    const last = this.#line;
    this.#line = '';
    if (last !== '') this.#emit(last);
  }

  #append(text: string): void {
    this.#text += text;
    if (this.#onLine === undefined) return;
    const lines = text.split('\n');
    lines[0] = this.#line + lines[0];
    this.#line = lines.pop() ?? '';
    for (const line of lines) this.#emit(line);
  }

  #emit(line: string): void {
    this.#onLine?.(line.endsWith('\r') ? line.slice(0, -1) : line);
  }
}
