/** A value that this browser keeps for this site. */
export interface Remembered<T> {
  readonly getSnapshot: () => T;
  readonly subscribe: (listener: () => void) => () => void;
  change(value: T): void;
}

/**
 * Keeps a value under a key of localStorage. `parse` makes a valid value of whatever is stored there, also of nothing.
 * Without storage, the value lasts as long as the page.
 */
export function remembered<T>(key: string, parse: (stored: unknown) => T): Remembered<T> {
  let value = parse(read(key));
  const listeners = new Set<() => void>();
  return {
    getSnapshot: () => value,
    subscribe(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    change(next) {
      value = next;
      write(key, next);
      for (const listener of [...listeners]) listener();
    },
  };
}

function read(key: string): unknown {
  try {
    return JSON.parse(localStorage.getItem(key) ?? 'null');
  } catch {
    return null; // blocked, or not ours
  }
}

function write(key: string, value: unknown): void {
  try {
    localStorage.setItem(key, JSON.stringify(value));
  } catch {
    // Blocked or full: the choice holds until the page is closed.
  }
}
