/** Collects paths for a while, and hands them over together, one batch after the other. */
export class Batch {
  readonly #delayMs: number;
  readonly #handle: (paths: ReadonlySet<string>) => Promise<void>;
  #paths = new Set<string>();
  #timer: NodeJS.Timeout | undefined;
  #working: Promise<void> | undefined;
  #isClosed = false;

  /** `handle` must not reject. */
  constructor(delayMs: number, handle: (paths: ReadonlySet<string>) => Promise<void>) {
    this.#delayMs = delayMs;
    this.#handle = handle;
  }

  add(path: string): void {
    if (this.#isClosed) return;
    this.#paths.add(path);
    this.#schedule();
  }

  /** What was collected is discarded; resolves when what is being handled has been. */
  async close(): Promise<void> {
    this.#isClosed = true;
    clearTimeout(this.#timer);
    this.#paths.clear();
    await this.#working;
  }

  #schedule(): void {
    if (this.#timer !== undefined || this.#working !== undefined || this.#isClosed || this.#paths.size === 0) return;
    this.#timer = setTimeout(() => this.#flush(), this.#delayMs);
  }

  #flush(): void {
    this.#timer = undefined;
    const paths = this.#paths;
    this.#paths = new Set();
    this.#working = this.#handle(paths).finally(() => {
      this.#working = undefined;
      this.#schedule();
    });
  }
}
