/** Time between pings in milliseconds: below the 30 s after which middleboxes forget idle connections. */
export const PING_EVERY_MS = 20_000;
/** Time in milliseconds in which a silent daemon must show a sign of life after a ping. */
export const PONG_DEADLINE_MS = 10_000;

/** The same in milliseconds if there is reason for doubt: after the machine slept, or its network changed. */
export const PROBE_DEADLINE_MS = 3000;

interface HeartbeatOptions {
  readonly ping: () => void;
  /** True while output waits to be parsed: a busy page reads late, so deadlines are postponed. */
  readonly isBusy: () => boolean;
  readonly onSilence: () => void;
}

/** Asks a quiet connection whether it is still alive. Any frame is an answer. */
export class Heartbeat {
  #timer: ReturnType<typeof setTimeout> | undefined;
  readonly #options: HeartbeatOptions;

  constructor(options: HeartbeatOptions) {
    this.#options = options;
    this.alive();
  }

  /** A frame arrived: the connection is alive, and the next ping is due after a full interval. */
  alive(): void {
    this.#wait(PING_EVERY_MS, () => this.#ask());
  }

  /** Pings at once, with the short deadline. */
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
