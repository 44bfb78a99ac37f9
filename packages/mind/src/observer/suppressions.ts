import { SAME_REASON_MS } from './limits.js';

/**
 * Which suppressions are worth a line in the log: the first of each episode, and one a minute while it lasts. A burst of
 * saves is one episode.
 */
export class Suppressions {
  #reason: string | undefined;
  #loggedAt = 0;

  /** Whether to log that this is why there is no nudge at `now`, on the steady clock. */
  isNews(reason: string, now: number): boolean {
    if (reason === this.#reason && now - this.#loggedAt < SAME_REASON_MS) return false;
    this.#reason = reason;
    this.#loggedAt = now;
    return true;
  }

  /** Nothing suppresses any more: the next one is another episode. */
  over(): void {
    this.#reason = undefined;
  }
}
