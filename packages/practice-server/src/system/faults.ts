import { AsyncLocalStorage } from 'node:async_hooks';
import type { Logger } from './log.js';

/** What a failure may end: the connection or request that the failed code ran for. */
export interface FaultOwner {
  readonly name: string;
  end(): void;
}

/**
 * Unexpected failures: what is thrown in a timer, a stream or a promise. Each is logged with its cause, ends
 * the one connection or request it belongs to, and is counted; the daemon and everyone else go on.
 */
export class Faults {
  readonly #log: Logger;
  /** Called with each, once it is logged. Set by whoever has to tell of it. */
  onFault: (owner: string | undefined) => void = () => {};
  readonly #owner = new AsyncLocalStorage<FaultOwner>();
  #count = 0;

  constructor(log: Logger) {
    this.#log = log;
  }

  /** How many there have been since the daemon started. */
  get count(): number {
    return this.#count;
  }

  /** Runs the task, and every timer, stream and promise that it starts, on behalf of the owner. */
  run<T>(owner: FaultOwner, task: () => T): T {
    return this.#owner.run(owner, task);
  }

  /** Handles whatever was not caught. Safe to call from `uncaughtException`. */
  handle(error: unknown): void {
    const owner = this.#owner.getStore();
    this.#count += 1;
    this.#log.error({ err: error, owner: owner?.name }, 'An unexpected failure; the practice server keeps running');
    this.onFault(owner?.name);
    owner?.end();
  }
}
