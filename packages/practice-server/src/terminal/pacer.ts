/** Acts on the latest of many values: at once for the first, and then at most once per interval. */
export class Pacer<T> {
  readonly #everyMs: number;
  readonly #act: (value: T) => void;
  #timer: NodeJS.Timeout | undefined;
  #latest: { value: T } | undefined;

  constructor(everyMs: number, act: (value: T) => void) {
    this.#everyMs = everyMs;
    this.#act = act;
  }

  offer(value: T): void {
    this.#latest = { value };
    if (this.#timer === undefined) this.#handleTurn();
  }

  /** Forgets the value that is still waiting. */
  clear(): void {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    this.#latest = undefined;
  }

  #handleTurn(): void {
    const latest = this.#latest;
    this.#latest = undefined;
    this.#timer = latest && setTimeout(() => this.#handleTurn(), this.#everyMs);
    if (latest !== undefined) this.#act(latest.value);
  }
}
