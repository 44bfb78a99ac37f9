const listeners = new Set<() => void>();

/**
 * localStorage that may be missing or full (private windows, blocked storage): reading gives null
 * and writing is for this page only, since losing a preference must never break a lesson.
 */
const sessionCopies = new Map<string, string>();

export function readStored(key: string): string | null {
  try {
    return window.localStorage.getItem(key) ?? sessionCopies.get(key) ?? null;
  } catch {
    return sessionCopies.get(key) ?? null;
  }
}

export function writeStored(key: string, value: string): void {
  sessionCopies.set(key, value);
  try {
    window.localStorage.setItem(key, value);
  } catch {
    // Kept in sessionCopies, which is all this browser allows.
  }
  for (const listener of listeners) listener();
}

/** Calls back when a stored value changes here or in another tab. Returns a function that stops this. */
export function subscribeStored(listener: () => void): () => void {
  listeners.add(listener);
  window.addEventListener('storage', listener);
  return () => {
    listeners.delete(listener);
    window.removeEventListener('storage', listener);
  };
}
