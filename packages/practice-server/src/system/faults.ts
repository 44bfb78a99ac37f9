import { AsyncLocalStorage } from 'node:async_hooks';
import type { Logger } from './log.js';

/** What a failure may end: the connection or request in whose name the failed code ran. */
export interface FaultOwner {
  readonly name: string;
  end(): void;
}

/**
 * Failures that nobody expected: what is thrown in a timer, a stream or a promise. Each is logged with its
 * cause, ends the one connection or request it belongs to, and is counted; the daemon and everybody else go on.
 */
export class Faults {
  readonly #log: Logger;
  readonly #owner = new AsyncLocalStorage<FaultOwner>();
  #count = 0;

  constructor(log: Logger) {
    this.#log = log;
  }

  /** How many there were since the daemon has started. */
  get count(): number {
    return this.#count;
  }

  /** Runs the task, and every timer, stream and promise that it begins, in the name of the owner. */
  run<T>(owner: FaultOwner, task: () => T): T {
    return this.#owner.run(owner, task);
  }

  /** Whatever was not caught. Safe to call from `uncaughtException`. */
  handle(error: unknown): void {
    const owner = this.#owner.getStore();
    this.#count += 1;
    this.#log.error({ err: error, owner: owner?.name }, 'An unexpected failure; the practice server goes on');
    owner?.end();
  }
}
