/** Longer than a terminal takes to open, unless an exercise is prepared for it. In milliseconds. */
const WITHIN_MS = 2000;

/** Lets what the student waits for go first: what a page wants to know besides is asked for behind it. */
export class Precedence {
  readonly #first = new Set<object>();
  readonly #behind = new Set<() => void>();

  /** Goes first until it has settled, but no longer than two seconds: whatever is asked for meanwhile waits. */
  async give<Result>(task: () => Promise<Result>): Promise<Result> {
    const turn = {};
    this.#first.add(turn);
    const timer = setTimeout(() => this.#end(turn), WITHIN_MS);
    try {
      return await task();
    } finally {
      clearTimeout(timer);
      this.#end(turn);
    }
  }

  /**
   * Does this at once if nothing goes first, and else behind it: after two seconds also if something else has gone first
   * meanwhile. It must not throw.
   */
  behind(act: () => void): void {
    if (this.#first.size === 0) {
      act();
      return;
    }
    const waiting = () => {
      clearTimeout(timer);
      if (this.#behind.delete(waiting)) act();
    };
    const timer = setTimeout(waiting, WITHIN_MS);
    this.#behind.add(waiting);
  }

  /** Resolves when nothing goes first. */
  passed(): Promise<void> {
    return new Promise((resolve) => this.behind(resolve));
  }

  #end(turn: object): void {
    this.#first.delete(turn);
    if (this.#first.size > 0) return;
    for (const waiting of [...this.#behind]) waiting();
  }
}
