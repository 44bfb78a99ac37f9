export type Unsubscribe = () => void;

/** Immutable state that is changed in parts; subscribers are told when a part has become another one. */
export class Store<State extends object> {
  #state: State;
  readonly #listeners = new Set<() => void>();

  constructor(initial: State) {
    this.#state = initial;
  }

  readonly snapshot = (): State => this.#state;

  readonly subscribe = (listener: () => void): Unsubscribe => {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  };

  set(parts: Partial<State>): void {
    const keys = Object.keys(parts) as (keyof State)[];
    if (keys.every((key) => Object.is(parts[key], this.#state[key]))) return;
    this.#state = { ...this.#state, ...parts };
    for (const listener of [...this.#listeners]) listener();
  }
}
