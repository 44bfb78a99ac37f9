import type { Terminal } from '@xterm/xterm';

/**
 * How long after a new size what comes may be nothing but the screen drawn anew, in milliseconds: tmux draws
 * it within some, an AI CLI of much text takes a few hundred.
 */
export const REDRAW_MS = 1000;

/** Characters that have to agree before a place on the screen counts as the same: some lines of text. */
const AGREEING_LENGTH = 80;

/** Characters of a piece of a screen that is looked for on another: a few words, which lines seldom share. */
const PIECE_LENGTH = 24;

interface RedrawOptions {
  readonly live: Terminal;
  /** There is something on the screen that was not there before. */
  readonly onPrinted: () => void;
}

/** Tells what a program prints from a screen that is only drawn anew, for another size or another connection. */
export class Redraws {
  readonly #options: RedrawOptions;
  #timer: ReturnType<typeof setTimeout> | undefined;
  /** What the screen showed before it was drawn anew; there once that may have begun. */
  #before: string | undefined;

  constructor(options: RedrawOptions) {
    this.#options = options;
  }

  /** The screen is about to be drawn anew. */
  expect(): void {
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => this.#judge(), REDRAW_MS);
  }

  /** Takes output: true where it may be a screen drawn anew. Whether more was printed is told then, once that is over. */
  handleOutput(): boolean {
    if (this.#timer === undefined) return false;
    this.#before ??= textOf(this.#options.live);
    return true;
  }

  /** What was printed so far does not matter any more. */
  forget(): void {
    this.#before = undefined;
  }

  dispose(): void {
    clearTimeout(this.#timer);
    this.#timer = undefined;
  }

  #judge(): void {
    const before = this.#before;
    this.#timer = undefined;
    this.#before = undefined;
    if (before !== undefined && hasMore(before, textOf(this.#options.live))) this.#options.onPrinted();
  }
}

/**
 * Whether there is more below what stood last on a screen. Where that is not found again, a program has
 * arranged most of the former text anew, and nothing is said; or it is gone, behind all that was printed.
 */
function hasMore(before: string, after: string): boolean {
  const last = before.slice(-AGREEING_LENGTH);
  const place = after.lastIndexOf(last);
  if (place >= 0) return place + last.length < after.length;
  const pieces = piecesOf(before);
  return pieces.filter((piece) => after.includes(piece)).length * 2 < pieces.length;
}

function piecesOf(text: string): string[] {
  const count = Math.ceil(text.length / PIECE_LENGTH);
  return Array.from({ length: count }, (_, n) => text.slice(n * PIECE_LENGTH, (n + 1) * PIECE_LENGTH));
}

/** The screen's letters and digits: the same however its lines are broken, and its frames drawn. */
function textOf({ buffer, rows }: Terminal): string {
  const { active } = buffer;
  const lines = Array.from({ length: rows }, (_, row) => active.getLine(active.baseY + row)?.translateToString(true));
  return lines.join('').replace(/[^\p{L}\p{N}]/gu, '');
}
