/** Does something when nothing has happened for so many milliseconds. Keeps no program running by itself. */
export class Linger {
  readonly #delayMs: number;
  readonly #action: () => void;
  #timer: NodeJS.Timeout | undefined;

  constructor(delayMs: number, action: () => void) {
    this.#delayMs = delayMs;
    this.#action = action;
  }

  restart(): void {
    this.stop();
    this.#timer = setTimeout(this.#action, this.#delayMs).unref();
  }

  stop(): void {
    clearTimeout(this.#timer);
  }
}
