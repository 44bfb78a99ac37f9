import type { ObserverClock } from '../../src/observer/clock.js';

interface Alarm {
  readonly at: number;
  readonly action: () => void;
}

/** A clock that stands still until a test lets time pass. */
export class FakeClock implements ObserverClock {
  #now = 1000;
  readonly #alarms = new Set<Alarm>();

  now(): number {
    return this.#now;
  }

  after(ms: number, action: () => void): () => void {
    const alarm = { at: this.#now + ms, action };
    this.#alarms.add(alarm);
    return () => this.#alarms.delete(alarm);
  }

  /** How many wait. */
  get waiting(): number {
    return this.#alarms.size;
  }

  /** What is due is called, in its order. */
  pass(ms: number): void {
    const until = this.#now + ms;
    for (;;) {
      const [next] = [...this.#alarms].filter(({ at }) => at <= until).sort((one, other) => one.at - other.at);
      if (next === undefined) break;
      this.#alarms.delete(next);
      this.#now = Math.max(this.#now, next.at);
      next.action();
    }
    this.#now = until;
  }
}
