import { isHidden, onVisible } from '../browser/page.js';

/** A tab whose output waits longer than this for the screen cannot keep up, in milliseconds. */
export const BEHIND_AFTER_MS = 5000;
/** How often to look at a queue that is not empty, in milliseconds. */
export const LOOK_EVERY_MS = 500;

/**
 * Reports when the screen begins to show old output, and when it has caught up. The browser slows a hidden
 * tab down, and nobody looks at it; its output counts from when the tab is visible again.
 */
export class LagWatch {
  readonly #onChange: (behind: boolean) => void;
  readonly #stopWatching = onVisible(() => {
    this.#seenAt = performance.now();
  });
  /** What is not on the screen yet, oldest first: when it arrived, and how many bytes. */
  #queue: { readonly at: number; bytes: number }[] = [];
  #seenAt = 0;
  #behind = false;
  #timer: ReturnType<typeof setInterval> | undefined;

  constructor(onChange: (behind: boolean) => void) {
    this.#onChange = onChange;
  }

  received(bytes: number): void {
    this.#queue.push({ at: performance.now(), bytes });
    this.#timer ??= setInterval(() => this.#look(), LOOK_EVERY_MS);
  }

  parsed(bytes: number): void {
    for (let left = bytes, oldest = this.#queue[0]; left > 0 && oldest !== undefined; oldest = this.#queue[0]) {
      const taken = Math.min(left, oldest.bytes);
      left -= taken;
      oldest.bytes -= taken;
      if (oldest.bytes === 0) this.#queue.shift();
    }
  }

  dispose(): void {
    this.#stopWatching();
    clearInterval(this.#timer);
  }

  #look(): void {
    const oldest = this.#queue[0];
    const waitsMs = oldest === undefined ? 0 : performance.now() - Math.max(oldest.at, this.#seenAt);
    const behind = !isHidden() && waitsMs > BEHIND_AFTER_MS;
    if (behind !== this.#behind) this.#onChange(behind);
    this.#behind = behind;
    if (oldest !== undefined) return;
    clearInterval(this.#timer);
    this.#timer = undefined;
  }
}
