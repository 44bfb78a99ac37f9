import type { Position } from '@agent-factory/protocol/coach';

/** Where the cursor is. It moves with every key, so only what shows it follows it. */
export class Cursor {
  readonly #listeners = new Set<() => void>();
  #position: Position | undefined;

  readonly getSnapshot = (): Position | undefined => this.#position;

  readonly subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  };

  set(position: Position): void {
    this.#position = position;
    for (const listener of [...this.#listeners]) listener();
  }
}
