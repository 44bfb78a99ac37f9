import { Pace } from './pace.js';

/**
 * Above this many bytes on their way (sent, not yet parsed by the browser) the PTY is paused.
 * xterm.js is sluggish past about 500 KB of unparsed output and discards past 50 MB; half of the
 * first keeps Ctrl+C quick. tmux then skips frames for us instead of blocking the program.
 */
export const PAUSE_ABOVE_BYTES = 256 * 1024;
/** Below this it goes on. Far enough under the other that it does not flutter: PAUSE_ABOVE_BYTES / 4. */
export const RESUME_BELOW_BYTES = 64 * 1024;

/** What of a pace counts here. */
type PaceLike = Pick<Pace, 'exhausted' | 'handleSent' | 'dispose'>;

/** Whose output is held back. */
export interface FlowTarget {
  pause(): void;
  resume(): void;
}

/**
 * Holds output back while the browser is behind. A browser that acknowledges is held by what it has
 * parsed; one that never does (a bare attach add-on) by the socket's own backpressure. A flood is held
 * to the pace of a screen whoever reads it. It counts for the whole life of a connection, whose tmux
 * client changes with its role.
 */
export class FlowControl {
  readonly #bufferedBytes: () => number;
  readonly #pace: PaceLike;
  #target: FlowTarget | undefined;
  #sent = 0;
  #acknowledged: number | undefined;
  #paused = false;

  /** `bufferedBytes` tells how much the socket holds back because the other side does not read. */
  constructor(bufferedBytes: () => number, makePace = (onRefilled: () => void): PaceLike => new Pace(onRefilled)) {
    this.#bufferedBytes = bufferedBytes;
    this.#pace = makePace(() => this.#update());
  }

  get unacknowledgedBytes(): number {
    return this.#acknowledged === undefined ? 0 : this.#sent - this.#acknowledged;
  }

  /** From now on this one's output is what is counted, or nobody's; it has not been paused. */
  control(target: FlowTarget | undefined): void {
    if (target === undefined) this.#pace.dispose();
    this.#target = target;
    this.#paused = false;
    this.#update();
  }

  handleSent(bytes: number): void {
    this.#sent += bytes;
    this.#pace.handleSent(bytes);
    this.#update();
  }

  /**
   * Takes a cumulative acknowledgement. One from the past changes nothing; one for more than was
   * sent is a client's mistake, and returns false.
   */
  handleAcknowledged(bytes: number): boolean {
    if (bytes > this.#sent) return false;
    this.#acknowledged = Math.max(bytes, this.#acknowledged ?? 0);
    this.#update();
    return true;
  }

  /** The socket has sent some of what it held. */
  handleDrained(): void {
    this.#update();
  }

  #update(): void {
    const behind = Math.max(this.unacknowledgedBytes, this.#bufferedBytes());
    if (!this.#paused && (this.#pace.exhausted || behind > PAUSE_ABOVE_BYTES)) this.#pause();
    else if (this.#paused && !this.#pace.exhausted && behind < RESUME_BELOW_BYTES) this.#resume();
  }

  #pause(): void {
    this.#paused = true;
    this.#target?.pause();
  }

  #resume(): void {
    this.#paused = false;
    this.#target?.resume();
  }
}
