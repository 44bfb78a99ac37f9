import { createStore, type Unsubscribe } from '../store/store.js';

/** Where an exercise is shown, seen from one of its two places. */
export type Place = 'here' | 'away';

/** What the two places tell each other. */
type Message = 'opened' | 'bring_back';

/** The size of a typical terminal window, in CSS pixels: 120 columns and 40 rows. */
const FEATURES = 'popup,width=980,height=780';

/**
 * Whether an exercise can have its own window. That window holds a lock while it is open, and the browser
 * releases the lock however the window closes. Pages outside a secure context have no locks.
 */
export function canOwnWindow(): boolean {
  return typeof navigator !== 'undefined' && Boolean(navigator.locks) && typeof BroadcastChannel !== 'undefined';
}

/** An exercise's place beside its lesson; empty while the exercise has its own window. */
export class LessonPlace {
  readonly #name: string;
  readonly #store = createStore((_: Place, next: Place) => next, 'here');
  #window: Window | null = null;

  constructor(exerciseId: string) {
    this.#name = nameOf(exerciseId);
  }

  getSnapshot = (): Place => this.#store.getSnapshot();

  subscribe = (listener: () => void): Unsubscribe => this.#store.subscribe(listener);

  /** Opens the window; false if the browser blocks it. Call it in response to a click. */
  openWindow(url: string): boolean {
    this.#window = window.open(url, this.#name, FEATURES);
    return this.#window !== null;
  }

  /** Closes the window, which brings the exercise back. */
  bringBack(): void {
    tell(this.#name, 'bring_back');
  }

  /** Whether this page can bring the window to the front: not after a reload, when only the student can. */
  canShowWindow(): boolean {
    return this.#window !== null && !this.#window.closed;
  }

  showWindow(): void {
    this.#window?.focus();
  }

  /** Follows whether the exercise has a window, and when it comes back, until the returned function is called. */
  follow(): Unsubscribe {
    if (!canOwnWindow()) return () => {};
    const controller = new AbortController();
    const channel = new BroadcastChannel(this.#name);
    channel.onmessage = ({ data }) => {
      if (data === 'opened') void this.#waitForReturn(controller.signal);
    };
    void this.#look(controller.signal);
    return () => {
      controller.abort();
      channel.close();
    };
  }

  async #look(signal: AbortSignal): Promise<void> {
    const { held } = await navigator.locks.query();
    if (!signal.aborted && held?.some(({ name }) => name === this.#name)) await this.#waitForReturn(signal);
  }

  async #waitForReturn(signal: AbortSignal): Promise<void> {
    this.#store.dispatch('away');
    const isBack = await navigator.locks.request(this.#name, { signal }, () => true).catch(() => false);
    if (isBack) this.#store.dispatch('here');
  }
}

/** An exercise's place in its own window; empty once the exercise is back beside its lesson. */
export class WindowPlace {
  readonly #name: string;
  readonly #store = createStore((_: Place, next: Place) => next, 'here');
  #hold = new AbortController();

  constructor(exerciseId: string) {
    this.#name = nameOf(exerciseId);
  }

  getSnapshot = (): Place => this.#store.getSnapshot();

  subscribe = (listener: () => void): Unsubscribe => this.#store.subscribe(listener);

  /** Takes the exercise, until it is brought back beside its lesson or the returned function is called. */
  follow(): Unsubscribe {
    if (!canOwnWindow()) return () => {};
    const channel = new BroadcastChannel(this.#name);
    channel.onmessage = ({ data }) => {
      if (data === 'bring_back') this.#giveBack();
    };
    this.bringBack();
    return () => {
      this.#hold.abort();
      channel.close();
    };
  }

  /** Takes the exercise into this window, also after it was brought back beside its lesson. */
  bringBack(): void {
    this.#hold.abort();
    this.#hold = new AbortController();
    void this.#take(this.#hold.signal);
    this.#store.dispatch('here');
  }

  #giveBack(): void {
    this.#hold.abort();
    this.#store.dispatch('away');
    window.close(); // closes only a window that a page has opened; any other says where the exercise is
  }

  async #take(signal: AbortSignal): Promise<void> {
    const untilReleased = new Promise<void>((resolve) => signal.addEventListener('abort', () => resolve()));
    const hold = () => {
      tell(this.#name, 'opened');
      return untilReleased;
    };
    await navigator.locks.request(this.#name, { signal }, hold).catch(() => {}); // released before it was granted
  }
}

function nameOf(exerciseId: string): string {
  return `practice:window:${exerciseId}`;
}

function tell(name: string, message: Message): void {
  const channel = new BroadcastChannel(name);
  channel.postMessage(message);
  channel.close();
}
