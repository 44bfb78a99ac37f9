/** Signals for what runs under a key until somebody interrupts it. What begins after that is not affected. */
export class Interruptions {
  readonly #controllers = new Map<string, AbortController>();

  /** Aborts, with its reason, at the next interruption of the key. */
  signal(key: string): AbortSignal {
    const controller = this.#controllers.get(key) ?? new AbortController();
    this.#controllers.set(key, controller);
    return controller.signal;
  }

  interrupt(key: string, reason: unknown): void {
    this.#controllers.get(key)?.abort(reason);
    this.#controllers.delete(key);
  }
}
