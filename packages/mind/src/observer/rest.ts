import { FAILURES_BEFORE_REST, FIRST_REST_MS, MAX_REST_MS } from './limits.js';

/** A model that fails again and again is not asked at every save. Times are of the steady clock. */
export class Rest {
  #failures = 0;
  #until = Number.NEGATIVE_INFINITY;

  isOver(now: number): boolean {
    return now >= this.#until;
  }

  /** Returns for how many milliseconds to rest. */
  failed(now: number): number {
    this.#failures += 1;
    const more = this.#failures - FAILURES_BEFORE_REST;
    if (more < 0) return 0;
    const ms = Math.min(FIRST_REST_MS * 2 ** more, MAX_REST_MS);
    this.#until = now + ms;
    return ms;
  }

  succeeded(): void {
    this.#failures = 0;
  }
}
