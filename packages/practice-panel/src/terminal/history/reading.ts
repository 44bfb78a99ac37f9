import { carrySelection, shiftBetween } from './between-pages.js';
import type { HistoryPage } from './pages/page.js';
import type { Snapshots } from './snapshots.js';
import type { Stage, Visit } from './stage.js';

/** How far up to look for the reader's place when they reach the end, in screens. */
const END_SCREENS = 3;

/** Scrolling within a page, on to what is above and below it, and back to the live terminal at its end. */
export class Reading {
  readonly #stage: Stage;
  readonly #snapshots: Snapshots;

  constructor(stage: Stage, snapshots: Snapshots) {
    this.#stage = stage;
    this.#snapshots = snapshots;
  }

  /** Shows a page to read. */
  read(page: HistoryPage): void {
    page.onScroll(() => {
      if (this.#stage.page === page && page.top === page.base) this.#reachEnd(page);
    });
    this.#stage.show(page);
  }

  scroll(page: HistoryPage, lines: number): void {
    const { visit } = this.#stage;
    const room = lines < 0 ? -page.top : page.base - page.top;
    // Above a first snapshot there is more to come: what cannot be scrolled yet is owed.
    if (lines < 0 && !page.isWhole) visit.owed += Math.max(0, room - lines);
    if (lines > 0) visit.owed = 0;
    if (lines > 0 && room === 0) this.#reachEnd(page);
    else page.terminal.scrollLines(lines < 0 ? Math.max(lines, room) : Math.min(lines, room));
  }

  loadWhole(): Promise<void> {
    const { visit } = this.#stage;
    if (visit.page?.isWhole) return Promise.resolve();
    visit.whole ??= this.#replaceByWhole(visit).finally(() => {
      visit.whole = undefined;
    });
    return visit.whole;
  }

  /** Shows a newer or larger snapshot in place of the current one, without anything moving. */
  async #replaceByWhole(visit: Visit): Promise<void> {
    const snapshot = await this.#snapshots.fetch({});
    if (this.#stage.visit !== visit || snapshot === undefined) return;
    const next = await this.#snapshots.make(snapshot, true);
    const { page: before } = visit;
    const shift = before && this.#stage.visit === visit ? shiftBetween(before, next) : undefined;
    if (before === undefined || shift === undefined || this.#isSelecting(before)) return next.dispose();
    await this.#replace(before, next, shift);
  }

  async #replace(before: HistoryPage, next: HistoryPage, shift: number): Promise<void> {
    const { visit } = this.#stage;
    const wanted = () => Math.min(Math.max(0, before.top + shift - visit.owed), next.base);
    const top = wanted();
    await next.show(top);
    if (this.#stage.visit !== visit) return next.dispose();
    const moved = wanted() - top; // scrolled while the other was drawn
    visit.owed = 0;
    carrySelection(before, next, shift);
    this.read(next);
    if (moved !== 0) next.terminal.scrollLines(moved);
  }

  #isSelecting(page: HistoryPage): boolean {
    return this.#stage.holds > 0 && page.terminal.hasSelection();
  }

  /** The reader is at the end: there is more, or the live terminal shows just this. */
  #reachEnd(page: HistoryPage): void {
    const { holds, visit, state } = this.#stage;
    if (holds > 0 || visit.isEnding) return;
    if (state.newOutput || visit.isRedrawn) void this.#goOn(page, visit);
    else this.#stage.close();
  }

  /** Shows what is new below what was read, or the live terminal if that is all there is. */
  async #goOn(page: HistoryPage, visit: Visit): Promise<void> {
    visit.isEnding = true;
    visit.isRedrawn = false;
    this.#stage.tell({ newOutput: false });
    const unread = await this.#unreadBelow(page, visit);
    if (this.#stage.visit === visit) {
      if (unread === undefined) this.#stage.tell({ newOutput: true });
      // What is new fits on the live screen below what is read now: going there leaves nothing out.
      else if (unread <= this.#stage.live.rows) this.#stage.close();
      else await this.#replaceByWhole(visit);
    }
    visit.isEnding = false;
  }

  /** How many rows are now below what is being read; undefined if that cannot be asked. */
  async #unreadBelow(page: HistoryPage, visit: Visit): Promise<number | undefined> {
    const end = await this.#snapshots.fetch({ lines: END_SCREENS * this.#stage.live.rows });
    if (end === undefined || this.#stage.visit !== visit) return undefined;
    const tail = await this.#snapshots.make(end, false);
    const shift = this.#stage.visit === visit ? shiftBetween(page, tail) : undefined;
    const unread = shift === undefined ? Number.POSITIVE_INFINITY : tail.base - (page.top + shift);
    tail.dispose();
    return unread;
  }
}
