/** What a row has opened. It is closed after the row, in reverse order, even if the row failed or hung. */
export class Resources implements AsyncDisposable {
  readonly #opened: AsyncDisposable[] = [];
  #closed = false;

  /** Throws once the row is over: a row that hung and goes on must leave nothing behind. */
  add<T extends AsyncDisposable>(resource: T): T {
    this.#opened.push(resource);
    if (!this.#closed) return resource;
    void this[Symbol.asyncDispose]();
    throw new Error('The row is over');
  }

  /** Closes everything, and rejects with the first failure after trying all. */
  async [Symbol.asyncDispose](): Promise<void> {
    this.#closed = true;
    const failures: unknown[] = [];
    for (let next = this.#opened.pop(); next !== undefined; next = this.#opened.pop()) {
      try {
        await next[Symbol.asyncDispose]();
      } catch (error) {
        failures.push(error);
      }
    }
    if (failures.length > 0) throw failures[0];
  }
}
