import type { HistoryResponse } from '@agent-factory/protocol';
import type { Terminal } from '@xterm/xterm';
import type { Rows } from './align.js';
import type { HistoryScreen } from './screen.js';
import type { HistoryScreens } from './screens.js';

interface PageOptions {
  readonly screens: HistoryScreens;
  /** All of the history that the student wants was requested. */
  readonly isWhole: boolean;
  /** Whether it is still needed; if not, the rest of its text is skipped. */
  readonly isWanted: () => boolean;
}

/** A snapshot of the history on a screen, which exactly covers the live terminal when it shows. */
export class HistoryPage implements Rows {
  readonly facts: Omit<HistoryResponse, 'text'>;
  /** There is nothing older to fetch. */
  readonly isWhole: boolean;
  readonly #screen: HistoryScreen;
  readonly #screens: HistoryScreens;
  readonly #stops: (() => void)[] = [];
  #disposed = false;

  private constructor(screen: HistoryScreen, facts: Omit<HistoryResponse, 'text'>, options: PageOptions) {
    this.#screen = screen;
    this.#screens = options.screens;
    this.facts = facts;
    this.isWhole = options.isWhole || facts.from === 0;
  }

  /** Lays a snapshot out as the live terminal would. */
  static async make({ text, ...facts }: HistoryResponse, options: PageOptions): Promise<HistoryPage> {
    const { screens, isWhole: isLong, isWanted } = options;
    const screen = screens.take();
    const lines = facts.lines - facts.from;
    await screen.fill({ text: text.replace(/\n$/, ''), lines, isLong, isWanted });
    return new HistoryPage(screen, facts, options);
  }

  get terminal(): Terminal {
    return this.#screen.terminal;
  }

  /** Rows above the last screenful. */
  get base(): number {
    return this.terminal.buffer.active.baseY;
  }

  /** The row at the top of what is shown. */
  get top(): number {
    return this.terminal.buffer.active.viewportY;
  }

  get length(): number {
    return this.terminal.buffer.active.length;
  }

  text(row: number): string {
    return this.terminal.buffer.active.getLine(row)?.translateToString(true) ?? '';
  }

  /** Number of a row counted from the oldest that tmux has, as long as tmux drops none. */
  numberOf(row: number): number {
    return this.facts.lines - this.base + row;
  }

  rowOf(number: number): number {
    return number - this.facts.lines + this.base;
  }

  /** Calls back after each scroll, and after the terminal's own event, whose handlers may dispose of this page. */
  onScroll(listener: () => void): void {
    const scrolled = this.terminal.onScroll(() => queueMicrotask(() => this.#disposed || listener()));
    this.#stops.push(() => scrolled.dispose());
  }

  show(top: number): Promise<void> {
    return this.#screen.show(top);
  }

  set marksFinds(marks: boolean) {
    this.#screen.marksFinds = marks;
  }

  follow(): void {
    this.#screen.follow();
  }

  contains(node: unknown): boolean {
    return this.#screen.contains(node);
  }

  dispose(): void {
    if (this.#disposed) return;
    this.#disposed = true;
    for (const stop of this.#stops) stop();
    this.#screens.give(this.#screen);
  }
}
