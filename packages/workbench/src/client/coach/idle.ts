import type { Clock } from '../clock.js';

/** Milliseconds without a sign of the student after which they count as away. */
const IDLE_AFTER_MS = 120_000;

interface IdleHandlers {
  /** Unix milliseconds of the last sign. */
  readonly onStart: (lastSignAt: number) => void;
  readonly onEnd: () => void;
}

/** Notices that the student is away, and that they are back. A sign costs no timer: they come with every key. */
export class IdleWatch {
  readonly #clock: Clock;
  readonly #handlers: IdleHandlers;
  #lastSignAt: number;
  #isIdle = false;
  #cancelTimer: () => void;

  constructor(clock: Clock, handlers: IdleHandlers) {
    this.#clock = clock;
    this.#handlers = handlers;
    this.#lastSignAt = clock.now();
    this.#cancelTimer = this.#look(IDLE_AFTER_MS);
  }

  handleSign(): void {
    this.#lastSignAt = this.#clock.now();
    if (!this.#isIdle) return;
    this.#isIdle = false;
    this.#cancelTimer = this.#look(IDLE_AFTER_MS);
    this.#handlers.onEnd();
  }

  dispose(): void {
    this.#cancelTimer();
  }

  #look(ms: number): () => void {
    return this.#clock.after(ms, () => {
      const leftMs = this.#lastSignAt + IDLE_AFTER_MS - this.#clock.now();
      if (leftMs > 0) this.#cancelTimer = this.#look(leftMs);
      else {
        this.#isIdle = true;
        this.#handlers.onStart(this.#lastSignAt);
      }
    });
  }
}
