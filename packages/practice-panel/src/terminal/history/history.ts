import type { Terminal } from '@xterm/xterm';
import type { MarkerLook } from '../../client/markers/marker-look.js';
import type { Emitter } from '../../client/store/emitter.js';
import { Opening } from './opening.js';
import { HistoryScreens } from './pages/screens.js';
import { Reading } from './reading.js';
import { Redraws } from './redraws.js';
import { type FetchHistory, Snapshots } from './snapshots.js';
import { type HistoryState, Stage } from './stage.js';

/** More lines than any history has. */
const BEYOND_THE_TOP = 1e9;

interface HistoryOptions {
  readonly host: HTMLElement;
  readonly live: Terminal;
  readonly fetch: FetchHistory;
  /** Gives a terminal its character widths. */
  readonly prepare: (terminal: Terminal) => void;
  readonly markers: MarkerLook;
  /** The student scrolled, and the program in the foreground is on the alternate screen and does not use the mouse. */
  readonly onScrolledProgram: (lines: number) => void;
}

/** What a scroll that opens the history may do instead. */
interface ScrollWish {
  /** Let a program on the alternate screen have the scrolling. */
  readonly offerProgram: boolean;
}

/**
 * The session's history over the live terminal: it stands still while it is read, whatever the program prints,
 * and disappears when the reader reaches its end. Only tmux has the history; what is shown are snapshots of it.
 */
export class TerminalHistory {
  readonly #stage: Stage;
  readonly #screens: HistoryScreens;
  readonly #reading: Reading;
  readonly #opening: Opening;
  readonly #fetch: FetchHistory;
  readonly #redraws: Redraws;

  constructor({ host, live, prepare, markers, fetch, onScrolledProgram }: HistoryOptions) {
    const stage = new Stage(live);
    this.#stage = stage;
    this.#screens = new HistoryScreens({ host, live, prepare, markers });
    const snapshots = new Snapshots(stage, this.#screens, fetch);
    const reading = new Reading(stage, snapshots);
    this.#reading = reading;
    this.#fetch = fetch;
    this.#opening = new Opening({ stage, snapshots, reading, onScrolledProgram });
    this.#redraws = new Redraws({ live, onPrinted: () => this.#isRead && stage.tell({ newOutput: true }) });
  }

  get changes(): Emitter<HistoryState> {
    return this.#stage.changes;
  }

  /** Emits the terminal that is shown from now on: the live one, or a snapshot. */
  get pages(): Emitter<Terminal> {
    return this.#stage.pages;
  }

  get isOpen(): boolean {
    return this.#stage.page !== undefined;
  }

  /** The terminal the student sees. */
  get shown(): Terminal {
    return this.#stage.page?.terminal ?? this.#stage.live;
  }

  /** Whether the selection in the shown snapshot is drawn as the current match of a search. */
  set marksFinds(marks: boolean) {
    if (this.#stage.page !== undefined) this.#stage.page.marksFinds = marks;
  }

  /** Scrolls by this many lines, negative for up; the first upward scroll opens the history. */
  scrollLines(lines: number, { offerProgram }: ScrollWish = { offerProgram: false }): void {
    const { visit } = this.#stage;
    if (visit.page !== undefined) this.#reading.scroll(visit.page, lines);
    else if (visit.isOpening || lines < 0 || offerProgram) {
      visit.owed -= lines;
      if (!visit.isOpening) void this.#opening.byScrolling(offerProgram);
    }
  }

  scrollPages(pages: number): void {
    this.scrollLines(pages * Math.max(1, this.#stage.live.rows - 1));
  }

  /** Whether PageUp is of no use to the program in the foreground, and there is something to scroll to. */
  async takesPageUp(): Promise<boolean> {
    const answer = await this.#fetch({ lines: 0 });
    return answer.ok && answer.value.ignoresPageKeys && answer.value.lines > 0;
  }

  scrollToTop(): void {
    this.scrollLines(-BEYOND_THE_TOP);
  }

  /** Opens the whole history at the place of the live screen; false if it cannot be read. */
  async openWhole(): Promise<boolean> {
    if (this.isOpen) await this.#reading.loadWhole();
    else await this.#opening.whole();
    return this.isOpen;
  }

  /** Keeps the snapshot while something is done in it, such as selecting or searching. Returns its release. */
  hold(): () => void {
    let held = true;
    this.#stage.holds += 1;
    return () => {
      if (!held) return;
      held = false;
      this.#stage.holds -= 1;
      if (this.isOpen) void this.#reading.loadWhole(); // which had to wait for the end of a selection
    };
  }

  /** The program has printed something. `first`: it is the whole screen, for a connection that has just begun. */
  handleOutput(first: boolean): void {
    this.#screens.prepare();
    if (first) this.#redraws.expect();
    if (!this.#isRead) this.#redraws.forget();
    else if (this.#redraws.handleOutput()) this.#stage.visit.isRedrawn = true;
    else this.#stage.tell({ newOutput: true });
  }

  /** The live terminal has a new size, for which its screen will be redrawn. */
  handleResize(): void {
    this.#redraws.expect();
    this.follow();
  }

  /** Back to the live terminal, at once. */
  close(): void {
    this.#stage.close();
  }

  /** The live terminal has changed its look or size. */
  follow(): void {
    this.#stage.page?.follow();
    this.#screens.adapt();
  }

  /** Whether the element belongs to the shown snapshot. */
  contains(node: unknown): boolean {
    return this.#stage.page?.contains(node) ?? false;
  }

  /** What is selected, in whichever terminal is shown. */
  selection(): string {
    return this.shown.getSelection();
  }

  dispose(): void {
    this.close();
    this.#redraws.dispose();
    this.#screens.dispose();
  }

  /** Whether the reader is in the history, which hides new output, or will be in a moment. */
  get #isRead(): boolean {
    return this.#stage.visit.isOpening || this.isOpen;
  }
}
