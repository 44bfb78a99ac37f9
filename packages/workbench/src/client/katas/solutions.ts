import type { Clock } from '../clock.js';
import type { TextStorage } from '../drafts/tails.js';

const PREFIX = 'practice:kata:';

/** Milliseconds for which typing goes on before it is kept: storage is slow, and a page tells when it goes. */
const KEEP_AFTER_MS = 500;

interface SolutionsOptions {
  readonly storage: TextStorage | undefined;
  readonly clock: Clock;
  /** The browser has no room for it, or lets the page keep nothing. */
  readonly onLost: () => void;
}

/** Solutions of katas as the student has left them, in this browser: nobody types them twice. */
export class Solutions {
  readonly #options: SolutionsOptions;
  /** Not in the storage yet, or for good where it takes nothing. */
  readonly #texts = new Map<string, string>();
  readonly #unkept = new Set<string>();
  #cancel: (() => void) | undefined;
  #isLost = false;

  constructor(options: SolutionsOptions) {
    this.#options = options;
  }

  read(kataId: string): string | undefined {
    return this.#texts.get(kataId) ?? this.#stored(kataId);
  }

  write(kataId: string, text: string): void {
    this.#texts.set(kataId, text);
    this.#unkept.add(kataId);
    this.#cancel ??= this.#options.clock.after(KEEP_AFTER_MS, () => this.keep());
  }

  /** Keeps at once what was written. */
  keep(): void {
    this.#cancel?.();
    this.#cancel = undefined;
    const kept = [...this.#unkept].map((kataId) => this.#store(kataId, this.#texts.get(kataId) ?? ''));
    this.#unkept.clear();
    const isLost = kept.includes(false);
    if (isLost && !this.#isLost) this.#options.onLost();
    this.#isLost = isLost;
  }

  #stored(kataId: string): string | undefined {
    try {
      return this.#options.storage?.getItem(PREFIX + kataId) ?? undefined;
    } catch {
      return undefined; // as if there were none: nothing of it can be shown
    }
  }

  /** Whether it is kept. */
  #store(kataId: string, text: string): boolean {
    try {
      this.#options.storage?.setItem(PREFIX + kataId, text);
      return this.#options.storage !== undefined;
    } catch {
      return false; // full, or blocked
    }
  }
}
