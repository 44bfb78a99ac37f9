import { createStore, type Unsubscribe } from '../store/store.js';
import { parseSettings, type Settings, storedSettings } from './settings-format.js';

/** The key of the settings in localStorage. */
const KEY = 'practice:settings';

/** The student's settings, for all exercises on this site and in all its tabs. */
export interface SettingsStore {
  getSnapshot(): Settings;
  subscribe(listener: () => void): Unsubscribe;
  /** Changes some settings; values out of bounds change nothing. */
  change(changes: Partial<Settings>): void;
  reset(): void;
}

/**
 * Reads and keeps the settings of this browser. The stored text may come from any version, or be missing:
 * each invalid part gets its default. Without storage, the settings last as long as the page.
 */
export function createSettings(): SettingsStore {
  const store = createStore((_: Settings, next: Settings) => next, read());
  const keep = (settings: Settings) => {
    store.dispatch(settings);
    write(settings);
  };
  // Never removed: only this event reports a change in another tab, for as long as the page is open.
  if (typeof window !== 'undefined') {
    window.addEventListener('storage', ({ key }) => {
      if (key === KEY || key === null) store.dispatch(read());
    });
  }
  return {
    getSnapshot: store.getSnapshot,
    subscribe: store.subscribe,
    change: (changes) => keep(parseSettings(changes, store.getSnapshot())),
    reset: () => keep(parseSettings({})),
  };
}

let shared: SettingsStore | undefined;

/** The settings of this page: one store, as there is one storage. */
export function pageSettings(): SettingsStore {
  shared ??= createSettings();
  return shared;
}

function read(): Settings {
  try {
    return storedSettings(localStorage.getItem(KEY));
  } catch {
    return storedSettings(null); // storage is blocked here, or there is no browser at all
  }
}

function write(settings: Settings): void {
  try {
    localStorage.setItem(KEY, JSON.stringify({ version: 1, ...settings }));
  } catch {
    // Blocked or full: the choice holds until the page is closed.
  }
}
