/** What a wheel event says about how far it was turned. */
export interface WheelTurn {
  readonly delta: number;
  /** `WheelEvent.deltaMode`: pixels, lines or pages. */
  readonly mode: number;
}

const LINES_MODE = 1;
const PAGES_MODE = 2;

/** Adds up distances and gives them out in whole lines; the rest counts towards the next line. */
export class ScrollAmount {
  #rest = 0;

  /** Lines to scroll for this turn of the wheel, negative for up. */
  turn({ delta, mode }: WheelTurn, cellHeight: number, rows: number): number {
    if (mode === LINES_MODE) return this.#take(delta);
    return this.#take(mode === PAGES_MODE ? delta * rows : delta / cellHeight);
  }

  /** Lines to scroll for this many pixels. */
  move(pixels: number, cellHeight: number): number {
    return this.#take(pixels / cellHeight);
  }

  reset(): void {
    this.#rest = 0;
  }

  #take(lines: number): number {
    if (!Number.isFinite(lines)) return 0;
    // A new direction begins at once: nobody waits for the rest of the old one.
    if (Math.sign(lines) !== Math.sign(this.#rest)) this.#rest = 0;
    const sum = this.#rest + lines;
    const whole = Math.trunc(sum);
    this.#rest = sum - whole;
    return whole;
  }
}
