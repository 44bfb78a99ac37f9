/** Editors save in several steps, and a formatter comes after the save. */
const DEBOUNCE_MS = 200;
/** Something that writes all the time is looked at now and then. */
const MAX_WAIT_MS = 2000;

export interface Change {
  /** Relative to the workspace. */
  readonly path: string;
  /** It happened while a check ran, and only then: the check itself may have written it. */
  readonly whileChecking: boolean;
}

export interface ChangesOptions {
  readonly isChecking: () => boolean;
  /** Whether a file really is another than before. */
  readonly isChanged: (path: string) => Promise<boolean>;
  readonly onChanges: (changes: Change[]) => void;
}

/** Gathers events until it is quiet, and tells what really changed. */
export class Changes {
  readonly #options: ChangesOptions;
  #pending = new Map<string, boolean>();
  #timer: NodeJS.Timeout | undefined;
  #waitingSince = 0;

  constructor(options: ChangesOptions) {
    this.#options = options;
  }

  note(path: string): void {
    const now = performance.now();
    if (this.#pending.size === 0) this.#waitingSince = now;
    this.#pending.set(path, (this.#pending.get(path) ?? true) && this.#options.isChecking());
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
    for (const [path, whileChecking] of pending) {
      if (await this.#options.isChanged(path)) changes.push({ path, whileChecking });
    }
    if (changes.length > 0) this.#options.onChanges(changes);
  }
}

/** How long after a check what it wrote at its end may still be on its way here. */
export const SETTLE_MS = DEBOUNCE_MS + 150;
