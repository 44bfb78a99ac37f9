/** Runs the tasks of one key in the order they were asked for, and those of different keys concurrently. */
export class KeyedQueue {
  readonly #tails = new Map<string, Promise<unknown>>();

  run<T>(key: string, task: () => Promise<T>): Promise<T> {
    const before = this.#tails.get(key) ?? Promise.resolve();
    const result = before.then(task, task);
    // A failure concerns its caller; the next in line must not see it.
    const tail: Promise<void> = result.then(
      () => this.#forget(key, tail),
      () => this.#forget(key, tail),
    );
    this.#tails.set(key, tail);
    return result;
  }

  /** Settles when everything asked for so far is done. */
  async idle(): Promise<void> {
    await Promise.all(this.#tails.values());
  }

  #forget(key: string, tail: Promise<unknown>): void {
    if (this.#tails.get(key) === tail) this.#tails.delete(key);
  }
}
