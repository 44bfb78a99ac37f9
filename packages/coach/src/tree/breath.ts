import { setImmediate as turn } from 'node:timers/promises';

/** Milliseconds of work after which others get a turn: a keystroke in a terminal must not be felt to wait. */
const MAX_HELD_MS = 10;

/** Lets long work give others a turn. */
export class Breath {
  #since = performance.now();

  /** Whether it is time; then `take` has to be awaited. */
  isDue(): boolean {
    return performance.now() - this.#since > MAX_HELD_MS;
  }

  async take(): Promise<void> {
    await turn();
    this.#since = performance.now();
  }
}
