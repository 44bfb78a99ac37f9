import { useSyncExternalStore } from 'react';
import type { Remembered } from './remembered.js';

export function useRemembered<T>(store: Remembered<T>): T {
  return useSyncExternalStore(store.subscribe, store.getSnapshot, store.getSnapshot);
}
