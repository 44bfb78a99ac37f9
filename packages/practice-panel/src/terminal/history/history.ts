import type { HistoryResponse } from '@agent-factory/protocol';
import type { Terminal } from '@xterm/xterm';
import { Emitter } from '../../client/emitter.js';
import type { HistoryWish } from '../../client/history.js';
import type { RestOutcome } from '../../client/outcome.js';
import { carrySelection, shiftBetween } from './between-pages.js';
import { HistoryPage } from './page.js';

/** Lines of the first snapshot: dozens of screens, and there within a frame or two. */
const FIRST_LINES = 1000;
/** How far up to look for the place of the reader when they come to the end, in screens. */
const END_SCREENS = 3;

/** More lines than any history has. */
const BEYOND_THE_TOP = 1e9;

export interface HistoryOptions {
  readonly host: HTMLElement;
  readonly live: Terminal;
  readonly fetch: (wish: HistoryWish) => Promise<RestOutcome<HistoryResponse>>;
  /** Gives a terminal the widths of its characters. */
  readonly prepare: (terminal: Terminal) => void;
  /** The student scrolled, and the program in front has a screen of its own and no use for the mouse. */
  readonly onScrolledProgram: (lines: number) => void;
}

/** What is to be told of the history. */
export interface HistoryState {
  readonly open: boolean;
  /** The program has printed something since the snapshot that shows. */
  readonly newOutput: boolean;
  /** Why it could not be read. */
  readonly problem: string | undefined;
}

/** What a scroll that opens the history may do instead. */
export interface ScrollWish {
  /** Let a program with a screen of its own have the scrolling. */
  readonly offerProgram: boolean;
}

/**
 * The session's history over the live terminal: still while it is read, whatever the program prints,
 * and gone when the reader comes to its end. tmux alone knows the history; what shows are snapshots of it.
 */
export class TerminalHistory {
  readonly changes = new Emitter<HistoryState>();
  /** Another terminal shows: the live one, or a snapshot. */
  readonly pages = new Emitter<Terminal>();
  readonly #options: HistoryOptions;
  #state: HistoryState = { open: false, newOutput: false, problem: undefined };
  #page: HistoryPage | undefined;
  /** What was begun before the history was last closed does not count any more. */
  #generation = 0;
  /** Lines that were scrolled up while nothing can show them yet. */
  #owed = 0;
  #opening = false;
  #whole: Promise<void> | undefined;
  #ending = false;
  #holds = 0;
  /** The last scroll went to a program with a screen of its own. */
  #scrolledProgram = false;

  constructor(options: HistoryOptions) {
    this.#options = options;
  }

  get isOpen(): boolean {
    return this.#page !== undefined;
  }

  /** The terminal the student sees. */
  get shown(): Terminal {
    return this.#page?.terminal ?? this.#options.live;
  }

  /** Scrolls by so many lines, negative for up; the first upwards opens the history. */
  scrollLines(lines: number, { offerProgram }: ScrollWish = { offerProgram: false }): void {
    if (this.#page !== undefined) this.#scrollPage(this.#page, lines);
    else if (this.#opening || lines < 0 || offerProgram) {
      this.#owed -= lines;
      if (!this.#opening) void this.#open(offerProgram);
    }
  }

  scrollPages(pages: number): void {
    this.scrollLines(pages * Math.max(1, this.#options.live.rows - 1));
  }

  scrollToTop(): void {
    this.scrollLines(-BEYOND_THE_TOP);
  }

  /** Opens the whole history where the live screen is; false where it cannot be read. */
  async openWhole(): Promise<boolean> {
    if (this.#page === undefined) await this.#begin(() => this.#fetch({}), isAnything, true);
    else await this.#loadWhole();
    return this.#page !== undefined;
  }

  /** Keeps the snapshot while something is done in it, such as selecting or searching. Returns how to let go. */
  hold(): () => void {
    let held = true;
    this.#holds += 1;
    return () => {
      if (!held) return;
      held = false;
      this.#holds -= 1;
      if (this.#page !== undefined) void this.#loadWhole(); // which had to wait for the end of a selection
    };
  }

  /** The program has printed something. */
  handleOutput(): void {
    if (this.#opening || this.#page !== undefined) this.#set({ newOutput: true });
  }

  /** Back to the live terminal, at once. */
  close(): void {
    this.#generation += 1;
    this.#owed = 0;
    this.#opening = false;
    this.#whole = undefined;
    this.#ending = false;
    const page = this.#page;
    this.#page = undefined;
    page?.dispose();
    this.#set({ open: false, newOutput: false });
    if (page !== undefined) this.pages.emit(this.#options.live);
  }

  /** The live terminal has another look or size. */
  follow(): void {
    this.#page?.follow(this.#options.live);
  }

  /** Whether the element belongs to the snapshot that shows. */
  contains(node: unknown): boolean {
    return this.#page?.contains(node) ?? false;
  }

  /** What is selected, in whichever terminal shows. */
  selection(): string {
    return this.shown.getSelection();
  }

  /** Opens the history for a scroll upwards; a program that scrolls by itself may have it instead. */
  async #open(offerProgram: boolean): Promise<void> {
    await this.#begin(
      async () => {
        const snapshot = await this.#fetchFirst(offerProgram);
        if (!(snapshot?.alternate && offerProgram)) return snapshot;
        this.#options.onScrolledProgram(-this.#owed);
        return undefined;
      },
      (page) => this.#owed > 0 && page.base > 0,
    );
    if (this.#page !== undefined) await this.#loadWhole();
  }

  /** Shows a snapshot, if there is one and it is wanted when it is ready. */
  async #begin(
    fetch: () => Promise<HistoryResponse | undefined>,
    isWanted: (page: HistoryPage) => boolean,
    isWhole = false,
  ): Promise<void> {
    const generation = this.#generation;
    this.#opening = true;
    this.#set({ newOutput: false, problem: undefined });
    const snapshot = await fetch();
    const page = snapshot && generation === this.#generation ? await this.#make(snapshot, isWhole) : undefined;
    if (generation === this.#generation && page !== undefined && isWanted(page)) return this.#show(page, generation);
    page?.dispose();
    if (generation === this.#generation) this.close();
  }

  /** A short snapshot; of a program that scrolled by itself a moment ago only whether it still does. */
  async #fetchFirst(offerProgram: boolean): Promise<HistoryResponse | undefined> {
    const isQuestion = offerProgram && (this.#owed < 0 || this.#scrolledProgram);
    const snapshot = await this.#fetch({ lines: isQuestion ? 0 : FIRST_LINES });
    this.#scrolledProgram = offerProgram && snapshot?.alternate === true;
    if (!isQuestion || this.#owed < 0 || this.#scrolledProgram) return snapshot;
    return this.#fetch({ lines: FIRST_LINES });
  }

  /** Shows the first page as far up as was scrolled meanwhile. */
  async #show(page: HistoryPage, generation: number): Promise<void> {
    const above = Math.min(this.#owed, page.base);
    await page.show(this.#options.host, page.base - above);
    if (generation !== this.#generation) return page.dispose();
    this.#opening = false;
    const late = this.#owed - above;
    this.#owed = 0;
    this.#adopt(page);
    if (late !== 0) this.#scrollPage(page, -late);
  }

  #loadWhole(): Promise<void> {
    if (this.#page?.isWhole) return Promise.resolve();
    this.#whole ??= this.#replaceByWhole().finally(() => {
      this.#whole = undefined;
    });
    return this.#whole;
  }

  /** Shows a newer or larger snapshot in the place of the present one, without anything moving. */
  async #replaceByWhole(): Promise<void> {
    const generation = this.#generation;
    const snapshot = await this.#fetch({});
    if (generation !== this.#generation || snapshot === undefined) return;
    const next = await this.#make(snapshot, true);
    const before = this.#page;
    const shift = before && generation === this.#generation ? shiftBetween(before, next) : undefined;
    if (before === undefined || shift === undefined || this.#isSelecting(before)) return next.dispose();
    const wanted = () => Math.min(Math.max(0, before.top + shift - this.#owed), next.base);
    const top = wanted();
    await next.show(this.#options.host, top);
    if (generation !== this.#generation) return next.dispose();
    const moved = wanted() - top; // scrolled while the other was drawn
    this.#owed = 0;
    carrySelection(before, next, shift);
    this.#adopt(next);
    before.dispose();
    if (moved !== 0) next.terminal.scrollLines(moved);
  }

  #isSelecting(page: HistoryPage): boolean {
    return this.#holds > 0 && page.terminal.hasSelection();
  }

  #adopt(page: HistoryPage): void {
    this.#page = page;
    page.terminal.onScroll(() => queueMicrotask(() => this.#handleScroll(page)));
    this.#set({ open: true });
    this.pages.emit(page.terminal);
  }

  #scrollPage(page: HistoryPage, lines: number): void {
    const room = lines < 0 ? -page.top : page.base - page.top;
    // Above a first snapshot there is more to come: what cannot be scrolled yet is owed.
    if (lines < 0 && !page.isWhole) this.#owed += Math.max(0, room - lines);
    if (lines > 0) this.#owed = 0;
    if (lines > 0 && room === 0) this.#reachEnd(page);
    else page.terminal.scrollLines(lines < 0 ? Math.max(lines, room) : Math.min(lines, room));
  }

  /** Later than the event of the terminal, which may be closed by this. */
  #handleScroll(page: HistoryPage): void {
    if (this.#page === page && page.top === page.base) this.#reachEnd(page);
  }

  /** The reader is at the end: there is more, or the live terminal shows just this. */
  #reachEnd(page: HistoryPage): void {
    if (this.#holds > 0 || this.#ending) return;
    if (this.#state.newOutput) void this.#goOn(page);
    else this.close();
  }

  /** Shows what is new below what was read, or the live terminal where that is all there is. */
  async #goOn(page: HistoryPage): Promise<void> {
    this.#ending = true;
    await this.#readOn(page);
    this.#ending = false;
  }

  async #readOn(page: HistoryPage): Promise<void> {
    const generation = this.#generation;
    const { live } = this.#options;
    this.#set({ newOutput: false });
    const end = await this.#fetch({ lines: END_SCREENS * live.rows });
    if (generation !== this.#generation) return;
    if (end === undefined) return this.#set({ newOutput: true });
    const tail = await this.#make(end);
    const shift = generation === this.#generation ? shiftBetween(page, tail) : undefined;
    const unread = shift === undefined ? undefined : tail.base - (page.top + shift);
    tail.dispose();
    if (generation !== this.#generation) return;
    // What is new fits on the live screen below what is read now: going there leaves nothing out.
    if (unread !== undefined && unread <= live.rows) this.close();
    else await this.#replaceByWhole();
  }

  async #fetch(wish: HistoryWish): Promise<HistoryResponse | undefined> {
    const outcome = await this.#options.fetch(wish);
    if (outcome.ok) return outcome.value;
    this.#set({ problem: outcome.error.message });
    return undefined;
  }

  #make(snapshot: HistoryResponse, isWhole = false): Promise<HistoryPage> {
    const { live, prepare } = this.#options;
    return HistoryPage.make(snapshot, { live, prepare, isWhole });
  }

  #set(change: Partial<HistoryState>): void {
    const next = { ...this.#state, ...change };
    const isSame = Object.entries(next).every(([key, value]) => this.#state[key as keyof HistoryState] === value);
    this.#state = next;
    if (!isSame) this.changes.emit(next);
  }
}

function isAnything(): boolean {
  return true;
}
