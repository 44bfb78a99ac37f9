import type { Unsubscribe } from '../store/store.js';

/** Where keys are typed. The terminal's own is one: xterm has a text area for them. */
const FIELDS = 'input, textarea, select, [contenteditable]';

/** What is open over the page as long as it matches: dialogs, the panel's pop-ups, the history and its search. */
const OPEN = [
  'dialog[open]',
  '.practice-menu > [aria-expanded="true"]',
  '.practice-history[data-shown="true"]',
  '.practice-search',
].join();

/** Whether the student has something open that they read or answer. */
export function hasSomethingOpen(): boolean {
  return document.querySelector(OPEN) !== null;
}

interface SignHandlers {
  /** Something was typed, pasted or selected just now. */
  readonly onBusy: () => void;
  /** Something may have been opened or scrolled to. */
  readonly onMoved: () => void;
}

/** What the student is in the middle of, by the page's own events. */
export class Signs {
  readonly #handlers: SignHandlers;
  readonly #controller = new AbortController();
  #isComposing = false;
  /** Ends the dragging that is under way. */
  #drag: AbortController | undefined;

  constructor(handlers: SignHandlers) {
    this.#handlers = handlers;
    this.#on('keydown', ({ target }) => isField(target) && handlers.onBusy());
    this.#on('input', handlers.onBusy);
    this.#on('paste', handlers.onBusy);
    this.#on('compositionstart', () => this.#compose(true));
    this.#on('compositionend', () => this.#compose(false));
    this.#on('selectionchange', () => document.getSelection()?.isCollapsed === false && handlers.onBusy());
    this.#on('pointerdown', () => this.#dragged());
    this.#on('focusin', handlers.onMoved);
    this.#on('click', handlers.onMoved);
    this.#on('wheel', handlers.onMoved);
  }

  /** A word is composed, or the pointer is held down, as to select something. */
  get isUnderWay(): boolean {
    return this.#isComposing || this.#drag !== undefined;
  }

  dispose: Unsubscribe = () => {
    this.#controller.abort();
    this.#drop();
  };

  #on(type: string, listener: (event: Event) => void): void {
    document.addEventListener(type, listener, { capture: true, passive: true, signal: this.#controller.signal });
  }

  #compose(isComposing: boolean): void {
    this.#isComposing = isComposing;
    this.#handlers.onBusy();
  }

  /** The pointer's release is not told where it happens outside of the window; its next move without a button tells. */
  #dragged(): void {
    this.#drop();
    this.#drag = new AbortController();
    const options = { capture: true, passive: true, signal: this.#drag.signal };
    const drop = () => {
      this.#drop();
      this.#handlers.onMoved();
    };
    document.addEventListener('pointerup', drop, options);
    document.addEventListener('pointercancel', drop, options);
    document.addEventListener('pointermove', (event) => event.buttons === 0 && drop(), options);
    this.#handlers.onMoved();
  }

  #drop(): void {
    this.#drag?.abort();
    this.#drag = undefined;
  }
}

function isField(target: EventTarget | null): boolean {
  return target instanceof Element && target.closest(FIELDS) !== null;
}
