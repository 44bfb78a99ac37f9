import type { Unsubscribe } from './store.js';

/** A list of listeners for one kind of event. */
export class Emitter<T> {
  readonly #listeners = new Set<(event: T) => void>();

  on(listener: (event: T) => void): Unsubscribe {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  emit(event: T): void {
    for (const listener of [...this.#listeners]) listener(event);
  }
}
