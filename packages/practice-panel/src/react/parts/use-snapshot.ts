import { useSyncExternalStore } from 'react';
import type { Unsubscribe } from '../../client/store/store.js';

interface Readable<T> {
  readonly getSnapshot: () => T;
  readonly subscribe: (listener: () => void) => Unsubscribe;
}

/** Follows a store of the client; the server render sees its initial state. */
export function useSnapshot<T>(store: Readable<T>): T {
  return useSyncExternalStore(store.subscribe, store.getSnapshot, store.getSnapshot);
}
