import { createStore, type Unsubscribe } from '../store/store.js';
import { EMPTY_OUTBOX, type Outbox } from './outbox.js';
import { storedOutbox } from './outbox-format.js';
import { OUTBOX_KEY } from './outbox-key.js';

/** The outbox of this browser, shared by all its tabs. Without storage it lasts as long as the page. */
export interface OutboxStore {
  getSnapshot(): Outbox;
  subscribe(listener: () => void): Unsubscribe;
  /** What is stored at this moment: another tab may have changed it without having told this one yet. */
  read(): Outbox;
  /** Reads what is stored and stores what becomes of it. Whoever calls it holds the lock. */
  change(change: (outbox: Outbox) => Outbox): void;
  /** Hears of other tabs' changes, until the returned function is called. */
  follow(): Unsubscribe;
}

export function createOutboxStore(): OutboxStore {
  const store = createStore((_: Outbox, next: Outbox) => next, stored() ?? EMPTY_OUTBOX);
  const current = () => stored() ?? store.getSnapshot();
  return {
    getSnapshot: store.getSnapshot,
    subscribe: store.subscribe,
    read: current,
    change(change) {
      const before = current();
      const after = change(before);
      if (after !== before) write(after);
      store.dispatch(after);
    },
    follow() {
      const listen = ({ key }: StorageEvent) => {
        if (key === OUTBOX_KEY || key === null) store.dispatch(current());
      };
      window.addEventListener('storage', listen);
      return () => window.removeEventListener('storage', listen);
    },
  };
}

/** Undefined where nothing can be stored. */
function stored(): Outbox | undefined {
  try {
    return storedOutbox(localStorage.getItem(OUTBOX_KEY));
  } catch {
    return undefined; // storage is blocked here
  }
}

function write(outbox: Outbox): void {
  try {
    localStorage.setItem(OUTBOX_KEY, JSON.stringify({ version: 1, ...outbox }));
  } catch {
    // Blocked or full: it is kept until the page is closed, and the daemon's log tells it again after that.
  }
}
