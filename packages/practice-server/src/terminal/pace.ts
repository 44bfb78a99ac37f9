/**
 * Output that may come in one go, in bytes: several screens with every colour there is (a redraw of
 * 200 × 50 cells in 24-bit colour is some 60 KB), so that nothing a student waits for is held up.
 */
export const BURST_BYTES = 128 * 1024;
/**
 * Output of a flood that goes on, in bytes a millisecond: 16 KB a frame, twice what a plain screen of
 * 120 × 40 needs. More would be drawn over before anyone saw it, and every byte of it costs tmux, the
 * daemon and the browser the time that the program needs to go on.
 */
export const FLOOD_BYTES_PER_MS = 1024;
/** How long a flood is held at a time, in milliseconds: one frame. */
const HOLD_MS = 16;

/**
 * How fast output may come: freely at first, at the pace of a screen when it does not end. Time
 * alone fills what bytes have emptied.
 */
export class Pace {
  readonly #onRefilled: () => void;
  #bytesLeft = BURST_BYTES;
  #countedAt = performance.now();
  #timer: NodeJS.Timeout | undefined;

  constructor(onRefilled: () => void) {
    this.#onRefilled = onRefilled;
  }

  /** Whether output has to wait. `onRefilled` is called when it need not any longer. */
  get exhausted(): boolean {
    return this.#timer !== undefined;
  }

  handleSent(bytes: number): void {
    this.#refill();
    this.#bytesLeft -= bytes;
    if (this.#bytesLeft <= 0) this.#timer ??= setTimeout(() => this.#handleTimer(), this.#holdMs());
  }

  dispose(): void {
    clearTimeout(this.#timer);
    this.#timer = undefined;
  }

  #handleTimer(): void {
    this.#timer = undefined;
    this.#refill();
    this.#onRefilled();
  }

  #holdMs(): number {
    return Math.max(HOLD_MS, -this.#bytesLeft / FLOOD_BYTES_PER_MS);
  }

  #refill(): void {
    const now = performance.now();
    this.#bytesLeft = Math.min(BURST_BYTES, this.#bytesLeft + (now - this.#countedAt) * FLOOD_BYTES_PER_MS);
    this.#countedAt = now;
  }
}
