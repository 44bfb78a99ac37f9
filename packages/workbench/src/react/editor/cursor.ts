import type { Position } from '@agent-factory/protocol/coach';

/** Where the cursor is. It moves with every key, so only what shows it follows it. */
export class Cursor {
  readonly #listeners = new Set<() => void>();
  #position: Position | undefined;
  #hasSelection = false;

  readonly getSnapshot = (): Position | undefined => this.#position;

  /** Whether any text is selected. */
  readonly hasSelection = (): boolean => this.#hasSelection;

  readonly subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  };

  set(position: Position, hasSelection: boolean): void {
    this.#position = position;
    this.#hasSelection = hasSelection;
    for (const listener of [...this.#listeners]) listener();
  }
}
