/** Bytes parsed after which an acknowledgement is sent at once: well below any window of the daemon. */
export const ACK_EVERY_BYTES = 64 * 1024;
/** Longest delay of an acknowledgement in milliseconds: about one frame, so small outputs cost a message per frame. */
export const ACK_DELAY_MS = 16;

/**
 * Counts one connection's output: what arrived and what the screen has parsed. It reports the parsed
 * total to the daemon, at once if it is much and once a frame if it is little.
 */
export class AckLedger {
  #received = 0;
  #parsed = 0;
  #acknowledged = 0;
  #timer: ReturnType<typeof setTimeout> | undefined;
  readonly #send: (totalBytes: number) => void;

  constructor(send: (totalBytes: number) => void) {
    this.#send = send;
  }

  /** True while output is still on its way to the screen: the tab is busy, not dead. */
  get outstanding(): boolean {
    return this.#parsed < this.#received;
  }

  received(bytes: number): void {
    this.#received += bytes;
  }

  parsed(bytes: number): void {
    this.#parsed += bytes;
    if (this.#parsed - this.#acknowledged >= ACK_EVERY_BYTES) this.#flush();
    else this.#timer ??= setTimeout(() => this.#flush(), ACK_DELAY_MS);
  }

  dispose(): void {
    clearTimeout(this.#timer);
    this.#timer = undefined;
  }

  #flush(): void {
    this.dispose();
    this.#acknowledged = this.#parsed;
    this.#send(this.#parsed);
  }
}
