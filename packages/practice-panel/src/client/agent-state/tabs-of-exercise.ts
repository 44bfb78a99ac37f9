import { isHidden, onVisibilityChange } from '../browser/page.js';
import type { Unsubscribe } from '../store/store.js';

/**
 * All tabs of this browser in which one exercise is open: which of them speaks for all, and whether the student sees
 * any. By locks, which the browser gives back for a tab that is gone.
 */
export class TabsOfExercise {
  readonly #seen: string;
  readonly #controller = new AbortController();
  readonly #channel: BroadcastChannel;
  readonly #stopWatching: Unsubscribe;
  #speaks = false;
  #endSeen: () => void = () => {};

  /** `onSeen`: the student sees one of the tabs. */
  constructor(exerciseId: string, onSeen: () => void) {
    this.#seen = `practice:seen:${exerciseId}`;
    this.#channel = new BroadcastChannel(this.#seen);
    this.#channel.onmessage = onSeen;
    this.#hold(`practice:speaks:${exerciseId}`, 'exclusive', this.#controller.signal, () => {
      this.#speaks = true;
    });
    const look = () => {
      this.#endSeen();
      if (isHidden()) return;
      const seen = new AbortController();
      this.#endSeen = () => seen.abort();
      this.#hold(this.#seen, 'shared', seen.signal, () => {});
      this.#channel.postMessage('');
      onSeen();
    };
    this.#stopWatching = onVisibilityChange(look);
    look();
  }

  /** Whether it is this tab that has to tell the student something that they do not see. */
  async mustTell(): Promise<boolean> {
    if (!this.#speaks || !isHidden()) return false;
    const { held = [] } = await navigator.locks.query();
    return !held.some(({ name }) => name === this.#seen);
  }

  dispose(): void {
    this.#stopWatching();
    this.#endSeen();
    this.#controller.abort();
    this.#channel.close();
  }

  /** Holds a lock, once it is free, until the signal. */
  #hold(name: string, mode: LockMode, signal: AbortSignal, onHeld: () => void): void {
    const held = () => {
      onHeld();
      return new Promise<void>((resolve) => signal.addEventListener('abort', () => resolve(), { once: true }));
    };
    // It rejects if the signal comes before the lock.
    navigator.locks.request(name, { mode, signal }, held).catch(() => {});
  }
}

/** Whether tabs can find each other here: outside of a secure context, they cannot, nor are there notifications. */
export function canFindTabs(): boolean {
  return typeof navigator !== 'undefined' && 'locks' in navigator && typeof BroadcastChannel !== 'undefined';
}
