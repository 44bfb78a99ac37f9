import type { FileLook } from './file-states.js';

/** Editors save in several steps, and a formatter comes after the save. */
const DEBOUNCE_MS = 200;
/** What writes all the time is still looked at this often. */
const MAX_WAIT_MS = 2000;
/** How long after a check we may still hear of what it wrote at its end. */
export const SETTLE_MS = DEBOUNCE_MS + 150;

export interface Change {
  /** Relative to the workspace. */
  readonly path: string;
  /** When it was written, or when we heard that it was gone, in milliseconds since 1970. */
  readonly at: number;
  /** There was no such file before. */
  readonly created: boolean;
}

export interface ChangesOptions {
  readonly look: (path: string) => Promise<FileLook>;
  readonly onChanges: (changes: Change[]) => void;
}

/** Gathers events until it is quiet, and reports what really changed. */
export class Changes {
  readonly #options: ChangesOptions;
  /** Paths, and when we last heard of each. */
  #pending = new Map<string, number>();
  #timer: NodeJS.Timeout | undefined;
  #waitingSince = 0;

  constructor(options: ChangesOptions) {
    this.#options = options;
  }

  note(path: string): void {
    const now = performance.now();
    if (this.#pending.size === 0) this.#waitingSince = now;
    this.#pending.set(path, Date.now());
    clearTimeout(this.#timer);
    const delay = Math.min(DEBOUNCE_MS, this.#waitingSince + MAX_WAIT_MS - now);
    this.#timer = setTimeout(() => void this.#flush(), delay);
  }

  close(): void {
    clearTimeout(this.#timer);
    this.#pending.clear();
  }

  async #flush(): Promise<void> {
    const pending = this.#pending;
    this.#pending = new Map();
    const changes: Change[] = [];
    for (const [path, heardAt] of pending) {
      const { changed, created, writtenAt } = await this.#options.look(path);
      if (changed) changes.push({ path, at: writtenAt ?? heardAt, created });
    }
    if (changes.length > 0) this.#options.onChanges(changes);
  }
}
