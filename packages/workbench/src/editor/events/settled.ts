/** Calls back when nothing has happened for a while. Disposing of it drops what waits. */
export class Settled {
  readonly #afterMs: number;
  #timer: ReturnType<typeof setTimeout> | undefined;

  constructor(afterMs: number) {
    this.#afterMs = afterMs;
  }

  /** Takes the place of what waits. */
  wait(then: () => void): void {
    this.dispose();
    this.#timer = setTimeout(then, this.#afterMs);
  }

  dispose(): void {
    clearTimeout(this.#timer);
  }
}
