import type { ObserverClock } from './clock.js';
import { IDLE_MS, LOOKS_AT_STILLNESS } from './limits.js';

export interface StillnessOptions {
  readonly clock: ObserverClock;
  /** When the student last did something. */
  readonly lastAt: () => number;
  /** They have been idle for some time. */
  readonly onStill: () => void;
}

/**
 * Notices that a student is idle, at the very moment they are, and again after twice the time. It has one timer at most,
 * which a key does not touch, and none once there is nothing to wait for.
 */
export class Stillness {
  readonly #options: StillnessOptions;
  #cancel: (() => void) | undefined;
  /** The stillness that is looked at, by its begin, and how often it was. */
  #since: number | undefined;
  #looks = 0;
  #isOver = false;

  constructor(options: StillnessOptions) {
    this.#options = options;
    this.wait();
  }

  /** The student has done something. */
  wait(): void {
    if (this.#isOver || this.#cancel !== undefined) return;
    const { clock, lastAt } = this.#options;
    const since = lastAt();
    if (since !== this.#since) this.#looks = 0;
    this.#since = since;
    if (this.#looks >= LOOKS_AT_STILLNESS) return;
    // Idle is who has done nothing for longer than that.
    const at = since + IDLE_MS * 2 ** this.#looks + 1;
    this.#cancel = clock.after(Math.max(1, at - clock.now()), () => this.#look());
  }

  stop(): void {
    this.#isOver = true;
    this.#cancel?.();
    this.#cancel = undefined;
  }

  #look(): void {
    this.#cancel = undefined;
    const { lastAt, onStill } = this.#options;
    if (lastAt() === this.#since) {
      this.#looks += 1;
      onStill();
    }
    this.wait();
  }
}
