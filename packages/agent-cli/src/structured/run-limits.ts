/** What one run of an agent may take. */
export interface RunLimits {
  /** Milliseconds in all, without the time in which it waits for the student. */
  readonly totalMs: number;
  /** Milliseconds without a word. */
  readonly silentMs: number;
  /** Bytes of what it says, and of what it says after it, until the next run. */
  readonly bytes: number;
  /** Events that come of it. Pieces of texts do not count: they are joined, and bytes limit them. */
  readonly events: number;
  /** Milliseconds until it answers what is no message of the student's, such as how the conversation is opened. */
  readonly answerMs: number;
}

/**
 * A model may think for minutes; an agent that is silent for ten hangs. A long answer has some megabytes. A thousand
 * calls of tools are some ten thousand events; an agent that prints lines without end has more in a few seconds, each
 * of which would be kept. A cold start on a slow machine takes less than a minute.
 */
export const RUN_LIMITS: RunLimits = {
  totalMs: 2 * 60 * 60_000,
  silentMs: 10 * 60_000,
  bytes: 256 * 1024 * 1024,
  events: 200_000,
  answerMs: 60_000,
};

/** Which limit a run has passed. */
export type PassedLimit = 'time' | 'silence' | 'output';

/** Watches over one run at a time. */
export class RunWatch {
  readonly #limits: RunLimits;
  readonly #onPassed: (limit: PassedLimit) => void;
  #silence: NodeJS.Timeout | undefined;
  #total: NodeJS.Timeout | undefined;
  /** What the run may still take, in milliseconds, and since when it takes of it; undefined as long as it waits. */
  #leftMs = 0;
  #since: number | undefined;
  #bytes = 0;
  #events = 0;

  constructor(limits: RunLimits, onPassed: (limit: PassedLimit) => void) {
    this.#limits = limits;
    this.#onPassed = onPassed;
  }

  begin(): void {
    this.end();
    this.#leftMs = this.#limits.totalMs;
    this.resume();
  }

  /** The agent has said something. */
  heard(bytes: number): void {
    this.#bytes += bytes;
    this.#silence?.refresh();
    if (this.#bytes > this.#limits.bytes) this.#pass('output');
  }

  /** Something came of it that is no piece of a text. */
  told(): void {
    this.#events += 1;
    if (this.#events > this.#limits.events) this.#pass('output');
  }

  /** The student is asked: as long as they think, no time passes. */
  pause(): void {
    clearTimeout(this.#silence);
    clearTimeout(this.#total);
    this.#silence = undefined;
    if (this.#since !== undefined) this.#leftMs -= performance.now() - this.#since;
    this.#since = undefined;
  }

  resume(): void {
    this.pause();
    this.#since = performance.now();
    this.#silence = setTimeout(() => this.#pass('silence'), this.#limits.silentMs);
    this.#total = setTimeout(() => this.#pass('time'), Math.max(0, this.#leftMs));
  }

  end(): void {
    this.pause();
    this.#bytes = 0;
    this.#events = 0;
  }

  #pass(limit: PassedLimit): void {
    this.pause();
    // It is told once.
    this.#bytes = Number.NEGATIVE_INFINITY;
    this.#events = Number.NEGATIVE_INFINITY;
    this.#onPassed(limit);
  }
}
