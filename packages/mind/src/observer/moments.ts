import type { ObserverClock } from './clock.js';

/** Moments at which somebody may be interrupted: the end of something, or some time without it. */
export class Moments {
  readonly #clock: ObserverClock;
  #release: (() => void) | undefined;

  constructor(clock: ObserverClock) {
    this.#clock = clock;
  }

  /** Resolves at the next one, after `ms` milliseconds at the latest. One waits at a time. */
  next(ms: number): Promise<void> {
    return new Promise((resolve) => {
      const release = () => {
        cancel();
        this.#release = undefined;
        resolve();
      };
      const cancel = this.#clock.after(ms, release);
      this.#release = release;
    });
  }

  /** Now is one. */
  come(): void {
    this.#release?.();
  }
}
