import type { EventPage } from './event-rows.js';

/** How much a page may have, in UTF-16 units: what a reader that does not read any more keeps waiting. */
const PAGE_LENGTH = 128 * 1024;
const FIRST_EVENTS = 16;
/** A few milliseconds, during which nobody else has a turn. */
const MOST_EVENTS = 1000;

/** How many events one reader gets at once: many small ones, few large ones. */
export class PageSize {
  events = FIRST_EVENTS;

  /** Learns from the page that was read last. */
  learn({ count, messages: { length } }: EventPage): void {
    const fitting = length === 0 ? MOST_EVENTS : Math.floor((count * PAGE_LENGTH) / length);
    this.events = Math.max(1, Math.min(fitting, this.events * 4, MOST_EVENTS));
  }
}
