/**
 * What tmux 3.3 sends when a line wraps at the bottom with a character beyond ASCII: it draws that character,
 * clears the new line afterwards instead of before, and goes on behind the character. (`screen_write_cell`
 * flushes only the scrolling, and what `screen_write_collect_scroll` wants cleared comes with the next flush.)
 */
// biome-ignore lint/suspicious/noControlCharactersInRegex: escape sequences begin with one
const CLEARED_TOO_LATE = /\r\x1b\[K\x1b\[\d*C/;
/** How many characters of the sequence may end one piece of output, with the rest in the next. */
const LONGEST = 12;
/** How long a lost character may be missing, and the least time between two redraws for it, in milliseconds. */
const REPAIR_MS = 100;

/**
 * Redraws the screen after tmux has cleared what it had just drawn: on the client, the first character of the
 * wrapped line is missing, though tmux has it. If a program meant to send just that, a redraw changes nothing.
 */
export class WrapRepair {
  readonly #redraw: () => void;
  #tail = '';
  #timer: NodeJS.Timeout | undefined;

  constructor(redraw: () => void) {
    this.#redraw = redraw;
  }

  handleOutput(data: Buffer): void {
    const text = this.#tail + data.toString('latin1');
    this.#tail = text.slice(-LONGEST);
    if (this.#timer !== undefined || !CLEARED_TOO_LATE.test(text)) return;
    this.#tail = '';
    this.#timer = setTimeout(() => this.#repair(), REPAIR_MS);
  }

  dispose(): void {
    clearTimeout(this.#timer);
    this.#timer = undefined;
  }

  #repair(): void {
    this.dispose();
    this.#redraw();
  }
}
