import { vi } from 'vitest';

/** A page as a connection sees it, outside a browser: whether anybody can see it, and whether it has a network. */
export class SeenPage {
  readonly #window = new EventTarget();
  readonly #document = Object.assign(new EventTarget(), { visibilityState: 'visible' });

  /** Until the globals are given back. */
  constructor() {
    vi.stubGlobal('window', this.#window);
    vi.stubGlobal('document', this.#document);
  }

  hide(): void {
    this.#turn('hidden');
  }

  show(): void {
    this.#turn('visible');
  }

  /** The network is back. */
  goOnline(): void {
    this.#window.dispatchEvent(new Event('online'));
  }

  #turn(state: DocumentVisibilityState): void {
    this.#document.visibilityState = state;
    this.#document.dispatchEvent(new Event('visibilitychange'));
  }
}
