import type { Terminal } from '@xterm/xterm';

/**
 * How long after a change of size output may be nothing but the redrawn screen, in milliseconds: tmux redraws
 * within a few, an AI CLI with much text takes a few hundred.
 */
export const REDRAW_MS = 1000;

/** Characters that must agree before two places on the screen count as the same: some lines of text. */
const AGREEING_LENGTH = 80;

/** Characters of a piece of a screen that is looked for on another: a few words, which lines seldom share. */
const PIECE_LENGTH = 24;

interface RedrawOptions {
  readonly live: Terminal;
  /** There is something on the screen that was not there before. */
  readonly onPrinted: () => void;
}

/** Tells new output from a screen that is only redrawn, for another size or another connection. */
export class Redraws {
  readonly #options: RedrawOptions;
  #isExpected = false;
  #timer: ReturnType<typeof setTimeout> | undefined;
  /** What the screen showed before it was redrawn; set once that may have begun. */
  #before: string | undefined;

  constructor(options: RedrawOptions) {
    this.#options = options;
  }

  /** The screen is about to be redrawn. */
  expect(): void {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    this.#isExpected = true;
  }

  /** Takes output: true if it may be a redraw. Reports once the redraw is over whether more was printed. */
  handleOutput(): boolean {
    if (!this.#isExpected) return false;
    this.#before ??= textOf(this.#options.live);
    this.#begin();
    return true;
  }

  /** What was printed so far no longer matters. */
  forget(): void {
    this.#before = undefined;
    if (this.#isExpected) this.#begin();
  }

  dispose(): void {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    this.#isExpected = false;
  }

  /** The time runs from the first output on: a busy machine redraws late. */
  #begin(): void {
    this.#timer ??= setTimeout(() => this.#judge(), REDRAW_MS);
  }

  #judge(): void {
    const before = this.#before;
    this.#isExpected = false;
    this.#timer = undefined;
    this.#before = undefined;
    if (before !== undefined && hasMore(before, textOf(this.#options.live))) this.#options.onPrinted();
  }
}

/**
 * Whether there is more below the last text of the earlier screen. If that text is not found again, either a program
 * has rearranged most of the former text, and there is nothing to tell; or so much was printed that it is gone.
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
