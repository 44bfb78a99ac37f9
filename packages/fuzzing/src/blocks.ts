import { type IntervalHistogram, monitorEventLoopDelay } from 'node:perf_hooks';
import { cpuUsage } from 'node:process';

/** A pause of the garbage collector or of the machine does not repeat itself; a slow parser does. */
const ATTEMPTS = 4;
const NANOSECONDS_PER_MS = 1e6;
const MICROSECONDS_PER_MS = 1e3;

/** How long inputs block the event loop, in milliseconds. */
export class Blocks implements Disposable {
  longestMs = 0;
  readonly #limitMs: number;
  readonly #delays: IntervalHistogram = monitorEventLoopDelay({ resolution: 1 });

  constructor(limitMs: number) {
    this.#limitMs = limitMs;
  }

  /** Does the work; throws if every attempt blocks the loop for longer than the limit. */
  async measure(work: () => void | Promise<void>): Promise<void> {
    let shortest = Number.POSITIVE_INFINITY;
    for (let attempt = 0; attempt < ATTEMPTS && shortest > this.#limitMs; attempt += 1) {
      shortest = Math.min(shortest, await this.#time(work));
    }
    this.longestMs = Math.max(this.longestMs, shortest);
    if (shortest > this.#limitMs) throw new Error(`It blocks the event loop for ${Math.round(shortest)} ms.`);
  }

  [Symbol.dispose](): void {
    this.#delays.disable();
  }

  /** Time that the processor spends on other programs does not count: the result is at most the CPU time we used. */
  async #time(work: () => void | Promise<void>): Promise<number> {
    const before = cpuUsage();
    const startedAt = performance.now();
    const end = work();
    const held = performance.now() - startedAt;
    const blocked = end === undefined ? held : Math.max(held, await this.#delayUntil(end));
    const { user, system } = cpuUsage(before);
    return Math.min(blocked, (user + system) / MICROSECONDS_PER_MS);
  }

  async #delayUntil(end: Promise<void>): Promise<number> {
    this.#delays.enable();
    this.#delays.reset();
    await end;
    return this.#delays.max / NANOSECONDS_PER_MS;
  }
}
