import { type FSWatcher, watch } from 'node:fs';
import { basename, dirname } from 'node:path';

/** How often to look where the system does not tell of changes, in milliseconds. */
const LOOK_MS = 1000;

/** Tells that a file may have changed. */
export class LogChanges implements Disposable {
  readonly #path: string;
  readonly #timer: NodeJS.Timeout;
  #watcher: FSWatcher | undefined;
  #tell: () => void = () => undefined;

  constructor(path: string, signal: AbortSignal) {
    this.#path = path;
    this.#timer = setInterval(() => this.#look(), LOOK_MS);
    signal.addEventListener('abort', () => this.#tell(), { once: true });
    this.#watch();
  }

  /** Resolves with the next change, and when the signal aborts. Ask before you read. */
  next(): Promise<void> {
    return new Promise((resolve) => {
      this.#tell = resolve;
    });
  }

  [Symbol.dispose](): void {
    clearInterval(this.#timer);
    this.#watcher?.close();
  }

  #look(): void {
    if (this.#watcher === undefined) this.#watch();
    this.#tell();
  }

  #watch(): void {
    const name = basename(this.#path);
    try {
      // The folder: a file that is replaced is another one, and one that is not there yet cannot be watched.
      const watcher = watch(dirname(this.#path), (_, changed) => {
        if (changed === null || changed === name) this.#tell();
      });
      watcher.on('error', () => {
        watcher.close();
        this.#watcher = undefined;
      });
      this.#watcher = watcher;
    } catch {
      // Too many watches, or no such folder yet: the clock has to do.
    }
  }
}
