import type { Clock } from '../../../src/client/clock.js';

interface Timer {
  readonly at: number;
  readonly task: () => void;
}

/** Time that only goes on when a test says so. */
export class ManualClock implements Clock {
  #now = Date.UTC(2026, 0, 1);
  #timers: Timer[] = [];

  now(): number {
    return this.#now;
  }

  after(ms: number, task: () => void): () => void {
    const timer = { at: this.#now + ms, task };
    this.#timers.push(timer);
    return () => {
      this.#timers = this.#timers.filter((each) => each !== timer);
    };
  }

  /** Milliseconds until the next timer; undefined if there is none. */
  get nextIn(): number | undefined {
    const next = Math.min(...this.#timers.map(({ at }) => at));
    return Number.isFinite(next) ? next - this.#now : undefined;
  }

  advance(ms: number): void {
    const until = this.#now + ms;
    for (;;) {
      const due = this.#timers.filter(({ at }) => at <= until).sort((one, other) => one.at - other.at)[0];
      if (due === undefined) break;
      this.#timers = this.#timers.filter((each) => each !== due);
      this.#now = Math.max(this.#now, due.at);
      due.task();
    }
    this.#now = until;
  }
}
