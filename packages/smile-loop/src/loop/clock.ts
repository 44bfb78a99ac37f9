/** The two clocks of a machine, and its timers. */
export interface Clock {
  /** Milliseconds since 1970: for what people read. It may jump. */
  now(): number;
  /** Milliseconds since some moment: for what is measured. It only grows. */
  monotonic(): number;
  /** Calls `act` once, after so many milliseconds of the monotonic clock. Returns what calls it off. */
  after(ms: number, act: () => void): () => void;
}

/** What a timer of Node takes at most: a larger number would fire at once. */
const MAX_TIMER_MS = 2 ** 31 - 1;

export const systemClock: Clock = {
  now: () => Date.now(),
  monotonic: () => performance.now(),
  after(ms, act) {
    const timer = setTimeout(act, Math.min(ms, MAX_TIMER_MS));
    return () => clearTimeout(timer);
  },
};

/** Ends after so many milliseconds; rejects with the signal's reason when that comes first. */
export function sleep(clock: Clock, ms: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    if (signal.aborted) return reject(signal.reason);
    const cancel = clock.after(ms, () => {
      signal.removeEventListener('abort', leave);
      resolve();
    });
    const leave = () => {
      cancel();
      reject(signal.reason);
    };
    signal.addEventListener('abort', leave, { once: true });
  });
}

/** Milliseconds of work, on top of those of earlier processes. */
export class Stopwatch {
  readonly #clock: Clock;
  readonly #before: number;
  readonly #startedAt: number;

  constructor(clock: Clock, before: number) {
    this.#clock = clock;
    this.#before = before;
    this.#startedAt = clock.monotonic();
  }

  get elapsedMs(): number {
    return Math.round(this.#before + this.#clock.monotonic() - this.#startedAt);
  }
}
