/** Time between pings in milliseconds: below the 30 s after which middle boxes forget idle connections. */
export const PING_EVERY_MS = 20_000;
/** Time in milliseconds a silent daemon has to show any sign of life after a ping. */
export const PONG_DEADLINE_MS = 10_000;

/** The same in milliseconds where there is reason for doubt: after the machine slept, or its network changed. */
export const PROBE_DEADLINE_MS = 3000;

interface HeartbeatOptions {
  readonly ping: () => void;
  /** True while output waits to be parsed: a busy page reads late, so deadlines are held. */
  readonly isBusy: () => boolean;
  readonly onSilence: () => void;
}

/** Asks a quiet connection whether it still lives. Any frame is an answer. */
export class Heartbeat {
  #timer: ReturnType<typeof setTimeout> | undefined;
  readonly #options: HeartbeatOptions;

  constructor(options: HeartbeatOptions) {
    this.#options = options;
    this.alive();
  }

  /** A frame came: the connection lives, the next ping is due after a whole interval. */
  alive(): void {
    this.#wait(PING_EVERY_MS, () => this.#ask());
  }

  /** Asks at once, and waits for no more than a moment. */
  probe(): void {
    this.#options.ping();
    this.#wait(PROBE_DEADLINE_MS, () => this.#judge());
  }

  dispose(): void {
    clearTimeout(this.#timer);
  }

  #ask(): void {
    this.#options.ping();
    this.#wait(PONG_DEADLINE_MS, () => this.#judge());
  }

  #judge(): void {
    if (this.#options.isBusy()) this.#wait(PONG_DEADLINE_MS, () => this.#judge());
    else this.#options.onSilence();
  }

  #wait(ms: number, then: () => void): void {
    clearTimeout(this.#timer);
    this.#timer = setTimeout(then, ms);
  }
}
