import type { CastEvent } from './cast.js';

/** A stretch without output is played no longer than this, in milliseconds, if idle stretches are skipped. */
const LONGEST_IDLE_MS = 2000;

/** When each event of a recording is played. */
export class Timeline {
  readonly #times: readonly number[];

  constructor(events: readonly CastEvent[], skipsIdle: boolean) {
    let before = 0;
    let at = 0;
    this.#times = events.map(({ atMs }) => {
      const interval = atMs - before;
      before = atMs;
      at += skipsIdle ? Math.min(interval, LONGEST_IDLE_MS) : interval;
      return at;
    });
  }

  get durationMs(): number {
    return this.#times.at(-1) ?? 0;
  }

  /** How many events have been played by then. */
  countAt(positionMs: number): number {
    let low = 0;
    let high = this.#times.length;
    while (low < high) {
      const middle = (low + high) >> 1;
      if ((this.#times[middle] ?? 0) <= positionMs) low = middle + 1;
      else high = middle;
    }
    return low;
  }

  /** When the first so many events have been played. */
  timeOf(count: number): number {
    return count === 0 ? 0 : (this.#times[Math.min(count, this.#times.length) - 1] ?? 0);
  }
}
