import type { LoggedLine } from './event-rows.js';

/** How much a page may have, in UTF-16 units: what a reader that does not read any more keeps waiting. */
const PAGE_LENGTH = 128 * 1024;
const FIRST_ROWS = 16;
/** A few milliseconds, during which nobody else has a turn. */
const MOST_ROWS = 1000;

/** How many events one reader gets at once: many small ones, few large ones. */
export class PageSize {
  rows = FIRST_ROWS;

  /** Learns from the page that was read last. */
  learn(lines: readonly LoggedLine[]): void {
    const length = lines.reduce((sum, { json }) => sum + json.length, 0);
    const fitting = length === 0 ? MOST_ROWS : Math.floor((lines.length * PAGE_LENGTH) / length);
    this.rows = Math.max(1, Math.min(fitting, this.rows * 4, MOST_ROWS));
  }
}
