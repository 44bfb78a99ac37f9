import { StringDecoder } from 'node:string_decoder';

/**
 * How programs in tmux (and GNU screen) name their window. No other terminal knows it, and a player would show
 * the name on the screen.
 */
// biome-ignore lint/suspicious/noControlCharactersInRegex: escape sequences begin with one
const WINDOW_NAME = /\x1bk[^\x1b]*\x1b\\/g;
/** The beginning of one at the end of a text, or an escape character of which nobody knows what it begins. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: escape sequences begin with one
const BEGUN = /\x1b(?:k[^\x1b]{0,500}\x1b?)?$/;

/** What a program prints, as text: no character is cut, wherever its bytes are. */
export class PrintedText {
  readonly #decoder = new StringDecoder('utf8');
  #begun = '';

  /** Bytes that are seen elsewhere already. A character of which the end is missing is kept. */
  skip(bytes: Buffer): void {
    this.#decoder.write(bytes);
  }

  /** The text of these bytes. */
  add(bytes: Buffer): string {
    return this.addText(this.#decoder.write(bytes));
  }

  addText(more: string): string {
    const text = (this.#begun + more).replace(WINDOW_NAME, '');
    this.#begun = BEGUN.exec(text)?.[0] ?? '';
    return text.slice(0, text.length - this.#begun.length);
  }

  /** What is left when nothing follows. */
  end(): string {
    const rest = this.#begun + this.#decoder.end();
    this.#begun = '';
    return rest;
  }
}
