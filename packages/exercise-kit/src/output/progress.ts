import { clearLine, cursorTo } from 'node:readline';
import type { Output } from './output.js';

/** Shows progress: on a terminal in one changing line, elsewhere only what is done. */
export class Progress {
  readonly #output: Output;
  readonly #stream: NodeJS.WriteStream | undefined;

  constructor(output: Output, stream: NodeJS.WriteStream = process.stderr) {
    this.#output = output;
    this.#stream = stream.isTTY ? stream : undefined;
  }

  /** Shows what is going on, in place of what was shown before. */
  update(text: string): void {
    if (this.#stream === undefined) return;
    this.clear();
    this.#stream.write(text.slice(0, this.#stream.columns - 1));
  }

  /** Prints something that stays on the screen. */
  say(text: string): void {
    this.clear();
    this.#output.err(text);
  }

  clear(): void {
    if (this.#stream === undefined) return;
    cursorTo(this.#stream, 0);
    clearLine(this.#stream, 0);
  }
}
