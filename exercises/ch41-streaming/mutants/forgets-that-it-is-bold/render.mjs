// From the text of a model to what may be printed in a terminal.

export const BOLD = '\x1b[1m';
export const NOT_BOLD = '\x1b[22m';

/**
 * Turns pieces of text into what to print now. Whatever the pieces are, all
 * that is printed for a text is the same.
 *
 *   * `**` switches bold on and, the next time, off: BOLD and NOT_BOLD are
 *     printed instead of it. A single `*` is printed as it is. Stars are read
 *     from left to right: `***` is `**` and then `*`.
 *   * A model's text must not control the terminal. Control characters
 *     (/\p{Cc}/u) are left out, except for "\n" and "\t". They do not come
 *     between two stars either: `*\x07*` is `**`.
 *   * Nothing waits that need not wait. Only a `*` at the end of what there is
 *     so far does, since the next character may make it a `**`.
 */
export class Renderer {
  #waiting = '';
  #bold = false;

  /** Takes the next piece of text; returns what to print now. */
  push(text) {
    this.#bold = false;
    const visible = this.#waiting + text.replace(/(?![\n\t])\p{Cc}/gu, '');
    const parts = visible.split('**');
    const last = parts.at(-1);
    this.#waiting = last.endsWith('*') ? '*' : '';
    if (this.#waiting) parts[parts.length - 1] = last.slice(0, -1);
    return parts
      .map((part, index) => (index === 0 ? part : this.#switch() + part))
      .join('');
  }

  /**
   * The text has ended, perhaps in the middle. Returns what to print last: a
   * star that waited, and NOT_BOLD if it is bold.
   */
  end() {
    return this.#waiting + (this.#bold ? NOT_BOLD : '');
  }

  #switch() {
    this.#bold = !this.#bold;
    return this.#bold ? BOLD : NOT_BOLD;
  }
}
