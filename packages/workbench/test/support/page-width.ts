import { vi } from 'vitest';

const WIDE = 1000;

/** A page as wide as a test says, for texts that are shown beside or below one another. happy-dom lays nothing out. */
export class PageWidth implements Disposable {
  /** In pixels. Whoever looks at it from now on sees it; `resize` tells those who have looked. */
  width = WIDE;
  readonly #observers = new Map<Element, () => void>();

  constructor() {
    const observers = this.#observers;
    Object.defineProperty(HTMLElement.prototype, 'clientWidth', { configurable: true, get: () => this.width });
    vi.stubGlobal(
      'ResizeObserver',
      class {
        readonly #callback: () => void;
        constructor(callback: () => void) {
          this.#callback = callback;
        }
        observe(element: Element) {
          observers.set(element, this.#callback);
        }
        unobserve() {}
        disconnect() {
          for (const [element, callback] of observers) if (callback === this.#callback) observers.delete(element);
        }
      },
    );
  }

  /** How many elements are looked at for their size. */
  get observed(): number {
    return this.#observers.size;
  }

  /** The place of the texts has another width from now on. */
  resize(pixels: number): void {
    this.width = pixels;
    for (const [element, callback] of this.#observers) if (element.className === 'wb-comparison-texts') callback();
  }

  [Symbol.dispose](): void {
    vi.unstubAllGlobals();
    Reflect.deleteProperty(HTMLElement.prototype, 'clientWidth');
  }
}
