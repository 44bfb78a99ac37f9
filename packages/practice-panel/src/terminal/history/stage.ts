import type { Terminal } from '@xterm/xterm';
import { Emitter } from '../../client/store/emitter.js';
import type { HistoryPage } from './pages/page.js';

/** What the student is told about the history. */
export interface HistoryState {
  readonly open: boolean;
  /** The program has printed something since the shown snapshot; a mere redraw does not count. */
  readonly newOutput: boolean;
  /** Why it could not be read. */
  readonly problem: string | undefined;
}

/**
 * From one closing of the history to the next. What began in an earlier visit no longer counts: whoever
 * waits for something compares the visit before with the one after.
 */
export interface Visit {
  /** The shown snapshot. */
  page: HistoryPage | undefined;
  /** Lines that were scrolled up and that nothing can show yet. */
  owed: number;
  isOpening: boolean;
  /** The screen was redrawn since the shown snapshot: there may be more on it. */
  isRedrawn: boolean;
  /** What is new below the reader is being looked for. */
  isEnding: boolean;
  /** The whole history is being read. */
  whole: Promise<void> | undefined;
}

/** What is shown, the live terminal or a snapshot over it, and what the student is told about it. */
export class Stage {
  readonly live: Terminal;
  readonly changes = new Emitter<HistoryState>();
  /** Emits the terminal that is shown from now on. */
  readonly pages = new Emitter<Terminal>();
  visit: Visit = newVisit();
  /** How many hold the shown snapshot, because something is being done in it. */
  holds = 0;
  #state: HistoryState = { open: false, newOutput: false, problem: undefined };

  constructor(live: Terminal) {
    this.live = live;
  }

  get state(): HistoryState {
    return this.#state;
  }

  get page(): HistoryPage | undefined {
    return this.visit.page;
  }

  /** Shows a page in place of the current one. */
  show(page: HistoryPage): void {
    const before = this.page;
    this.visit.page = page;
    this.tell({ open: true });
    this.pages.emit(page.terminal);
    before?.dispose();
  }

  /** Back to the live terminal, at once. */
  close(): void {
    const { page } = this;
    this.visit = newVisit();
    this.tell({ open: false, newOutput: false });
    page?.dispose();
    if (page !== undefined) this.pages.emit(this.live);
  }

  tell(change: Partial<HistoryState>): void {
    const next = { ...this.#state, ...change };
    const isSame = Object.entries(next).every(([key, value]) => this.#state[key as keyof HistoryState] === value);
    this.#state = next;
    if (!isSame) this.changes.emit(next);
  }
}

function newVisit(): Visit {
  return { page: undefined, owed: 0, isOpening: false, isRedrawn: false, isEnding: false, whole: undefined };
}
