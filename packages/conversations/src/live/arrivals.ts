/** Tells those who wait for events of a conversation that there are some. */
export class Arrivals {
  readonly #waiting = new Map<string, Set<() => void>>();

  /** There are new events, or the conversation is gone. */
  announce(conversationId: string): void {
    const waiting = this.#waiting.get(conversationId);
    this.#waiting.delete(conversationId);
    for (const resolve of waiting ?? []) resolve();
  }

  /** Call this before you look, and await it when there was nothing. Resolves at once when the signal aborts. */
  next(conversationId: string, signal: AbortSignal): Promise<void> {
    return new Promise((resolve) => {
      const waiting = this.#waiting.get(conversationId) ?? new Set();
      this.#waiting.set(conversationId, waiting);
      const done = () => {
        signal.removeEventListener('abort', done);
        waiting.delete(done);
        if (waiting.size === 0 && this.#waiting.get(conversationId) === waiting) this.#waiting.delete(conversationId);
        resolve();
      };
      waiting.add(done);
      signal.addEventListener('abort', done, { once: true });
      if (signal.aborted) done();
    });
  }
}
