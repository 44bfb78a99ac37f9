/** Grid of every terminal that is measured; the figures of other programs were taken at it. */
export const GRID: Grid = { cols: 120, rows: 40 };

/** Size of a terminal, in cells. */
export interface Grid {
  readonly cols: number;
  readonly rows: number;
}

/** One way to a tmux session: keys in, screen bytes out. */
export abstract class Line implements AsyncDisposable {
  readonly name: string;
  readonly #listeners = new Set<(chunk: Buffer) => void>();

  constructor(name: string) {
    this.name = name;
  }

  abstract send(keys: string): void;

  /** Resolves when the other end is gone too. Safe to call twice. */
  abstract [Symbol.asyncDispose](): Promise<void>;

  /** Calls the listener with all output from now on, until the returned function is called. */
  onOutput(listener: (chunk: Buffer) => void): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  protected deliver(chunk: Buffer): void {
    for (const listener of this.#listeners) listener(chunk);
  }
}
