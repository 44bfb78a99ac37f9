export type Unsubscribe = () => void;

/** State with one way in: `dispatch` reduces, and subscribers are notified when the state has changed. */
export interface Store<State, Action> {
  getSnapshot(): State;
  subscribe(listener: () => void): Unsubscribe;
  dispatch(action: Action): void;
}

export function createStore<State, Action>(
  reduce: (state: State, action: Action) => State,
  initial: State,
): Store<State, Action> {
  let state = initial;
  const listeners = new Set<() => void>();
  return {
    getSnapshot: () => state,
    subscribe(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    dispatch(action) {
      const next = reduce(state, action);
      if (next === state) return;
      state = next;
      for (const listener of [...listeners]) listener();
    },
  };
}
