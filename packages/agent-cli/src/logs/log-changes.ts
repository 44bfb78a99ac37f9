import { type FSWatcher, watch } from 'node:fs';
import { basename, dirname } from 'node:path';

/** How often to look where the system does not tell of changes, and for a while after each change, in milliseconds. */
const LOOK_MS = 1000;
/** After this many of them, a log of which the system tells is looked at rarely: that costs an idle agent nothing. */
const LIVELY_LOOKS = 15;
const RARE_LOOKS = 60;

/** Tells that a file may have changed. */
export class LogChanges implements Disposable {
  readonly #path: string;
  readonly #timer: NodeJS.Timeout;
  #watcher: FSWatcher | undefined;
  #tell: () => void = () => undefined;
  /** Since the last change. */
  #looks = 0;

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
    this.#looks += 1;
    const isQuiet = this.#watcher !== undefined && this.#looks > LIVELY_LOOKS;
    if (!isQuiet || this.#looks % RARE_LOOKS === 0) this.#tell();
  }

  #handleChange(): void {
    this.#looks = 0;
    this.#tell();
  }

  #watch(): void {
    const name = basename(this.#path);
    try {
      // The folder: a file that is replaced is another one, and one that is not there yet cannot be watched.
      const watcher = watch(dirname(this.#path), (_, changed) => {
        if (changed === null || changed === name) this.#handleChange();
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
