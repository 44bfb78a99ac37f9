import type { ObserveEvent } from '../contract/observe-events.js';
import { AT_START, newsOf, type Standing, standingAfter, standingLine } from './line.js';
import { fitColumns } from './width.js';

/** Milliseconds between two updates of the line: ten a second, which is calm and still looks alive. */
const UPDATE_EVERY_MS = 100;
/** The clock of the line shows seconds. */
const TICK_MS = 1000;
/** Where a terminal does not tell its width. */
const DEFAULT_COLUMNS = 80;
/** To the line's beginning, and nothing left of it. */
const CLEAR_LINE = '\r\x1b[2K';

export type DisplayMode = 'normal' | 'quiet' | 'json';

/** Where things are shown. */
export interface Screen {
  stdout: Pick<NodeJS.WritableStream, 'write'>;
  stderr: Pick<NodeJS.WritableStream, 'write'> & { isTTY?: boolean; columns?: number };
  /** Milliseconds of a clock that does not jump. */
  now?: () => number;
}

/**
 * Shows a run while it goes on. On a terminal one line of the standard error output that changes, and above it what
 * stays; elsewhere plain lines. `quiet` shows errors only; `json` writes every event as a line of JSON to the standard
 * output. Dispose it before anything else is printed.
 */
export class Progress implements Disposable {
  readonly #mode: DisplayMode;
  readonly #screen: Screen;
  readonly #now: () => number;
  readonly #startedAt: number;
  #standing: Standing = AT_START;
  #shownAt = Number.NEGATIVE_INFINITY;
  #shown = '';
  #later: NodeJS.Timeout | undefined;
  #tick: NodeJS.Timeout | undefined;

  constructor(mode: DisplayMode, screen: Screen = process) {
    this.#mode = mode;
    this.#screen = screen;
    this.#now = screen.now ?? (() => performance.now());
    this.#startedAt = this.#now();
    if (this.#rewrites()) this.#tick = setInterval(() => this.#update(), TICK_MS).unref();
  }

  handle(event: ObserveEvent): void {
    if (this.#mode === 'json') this.#screen.stdout.write(`${JSON.stringify(event)}\n`);
    this.#standing = standingAfter(this.#standing, event);
    const news = newsOf(event);
    if (news !== undefined && (this.#mode === 'normal' || (this.#mode === 'quiet' && event.type === 'error'))) {
      this.#say(news);
    }
    this.#update();
  }

  [Symbol.dispose](): void {
    clearTimeout(this.#later);
    clearInterval(this.#tick);
    this.#later = undefined;
    this.#tick = undefined;
    this.#clear();
  }

  #rewrites(): boolean {
    return this.#mode === 'normal' && this.#screen.stderr.isTTY === true;
  }

  #columns(): number {
    return this.#screen.stderr.columns ?? DEFAULT_COLUMNS;
  }

  #say(news: string): void {
    this.#clear();
    this.#screen.stderr.write(`${this.#rewrites() ? fitColumns(news, this.#columns()) : news.trim()}\n`);
  }

  /** At once if the last update is long enough ago, else as soon as it is. Nothing after disposal. */
  #update(): void {
    if (this.#tick === undefined || this.#later !== undefined) return;
    const wait = this.#shownAt + UPDATE_EVERY_MS - this.#now();
    if (wait <= 0) this.#show();
    else this.#later = setTimeout(() => this.#showLater(), wait).unref();
  }

  #showLater(): void {
    this.#later = undefined;
    this.#show();
  }

  #show(): void {
    // A line as wide as the terminal would wrap in some of them, and could not be cleared.
    const line = fitColumns(standingLine(this.#standing, this.#now() - this.#startedAt), this.#columns() - 1);
    this.#shownAt = this.#now();
    if (line === this.#shown) return;
    this.#screen.stderr.write(CLEAR_LINE + line);
    this.#shown = line;
  }

  #clear(): void {
    if (this.#shown !== '') this.#screen.stderr.write(CLEAR_LINE);
    this.#shown = '';
  }
}
