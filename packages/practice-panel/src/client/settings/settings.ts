import { createStore, type Unsubscribe } from '../store/store.js';
import { parseSettings, type Settings, storedSettings } from './settings-format.js';

/** Where the settings lie in localStorage. */
const KEY = 'practice:settings';

/** What the student set, for all their exercises on this site and in every tab of it. */
export interface SettingsStore {
  getSnapshot(): Settings;
  subscribe(listener: () => void): Unsubscribe;
  /** Sets some of them; what is out of bounds stays as it was. */
  change(changes: Partial<Settings>): void;
  reset(): void;
}

/**
 * Reads and keeps the settings of this browser. What is stored there may be of any age or none: each
 * part that is not understood has its default. Without storage the settings are this page's alone.
 */
export function createSettings(): SettingsStore {
  const store = createStore((_: Settings, next: Settings) => next, read());
  const keep = (settings: Settings) => {
    store.dispatch(settings);
    write(settings);
  };
  // Open as long as the page is: a change in another tab is told by this event, and only by it.
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

/** The settings of this page. There is one of them, as there is one storage. */
export function pageSettings(): SettingsStore {
  shared ??= createSettings();
  return shared;
}

function read(): Settings {
  try {
    return storedSettings(localStorage.getItem(KEY));
  } catch {
    return storedSettings(null); // storage is forbidden here, or there is no browser at all
  }
}

function write(settings: Settings): void {
  try {
    localStorage.setItem(KEY, JSON.stringify({ version: 1, ...settings }));
  } catch {
    // Forbidden or full: the choice holds until the page is closed.
  }
}
