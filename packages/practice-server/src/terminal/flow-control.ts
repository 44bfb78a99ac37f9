import { Pace, type PaceEvents } from './pace.js';

/**
 * Above this many bytes in flight (sent, but not yet parsed by the browser) the PTY is paused.
 * xterm.js is sluggish past about 500 KB of unparsed output and discards past 50 MB; half of the
 * former keeps Ctrl+C quick. tmux then skips frames for us instead of blocking the program.
 */
export const PAUSE_ABOVE_BYTES = 256 * 1024;
/** Below this it resumes. Far enough below the other that it does not flutter: PAUSE_ABOVE_BYTES / 4. */
export const RESUME_BELOW_BYTES = 64 * 1024;

/** The part of a pace that is used here. */
type PaceLike = Pick<Pace, 'held' | 'handleInput' | 'handleOutput' | 'flush'>;

/** The process whose output is held back. */
export interface FlowSource {
  pause(): void;
  resume(): void;
  /** Shows at once what is on the screen, whatever was skipped. */
  redraw(): void;
}

/** Where output goes. */
export interface FlowSink {
  /** Sends output that was held back long enough. */
  send(data: Buffer): void;
  /** How much the socket holds back because the other side does not read. */
  readonly bufferedBytes: number;
}

/**
 * Passes output from a tmux client to a browser, and holds it back while the browser is behind. For a browser
 * that acknowledges, what it has parsed decides; for one that never does (a bare attach add-on), the socket's
 * own backpressure. A flood is held to the pace of a screen, whoever reads it. The counts span the whole life
 * of a connection, whose tmux client changes with its role.
 */
export class FlowControl {
  readonly #sink: FlowSink;
  readonly #pace: PaceLike;
  #source: FlowSource | undefined;
  #sent = 0;
  #acknowledged: number | undefined;
  /** Whether the browser has too much left to parse. */
  #behind = false;
  #paused = false;

  constructor(sink: FlowSink, makePace = (events: PaceEvents): PaceLike => new Pace(events)) {
    this.#sink = sink;
    this.#pace = makePace({
      onOutput: (data) => this.#send(data),
      onHeld: () => this.#update(),
      onSilence: () => this.#source?.redraw(),
    });
  }

  get unacknowledgedBytes(): number {
    return this.#acknowledged === undefined ? 0 : this.#sent - this.#acknowledged;
  }

  /** From now on, controls this source, which is not paused; or none. */
  control(source: FlowSource | undefined): void {
    this.#source = undefined;
    this.flush();
    this.#source = source;
    this.#paused = false;
    this.#update();
  }

  handleInput(): void {
    this.#pace.handleInput();
  }

  handleOutput(data: Buffer): void {
    this.#pace.handleOutput(data);
  }

  /** Sends what is still waiting. */
  flush(): void {
    this.#pace.flush();
  }

  /**
   * Takes a cumulative acknowledgement. An old one changes nothing; one for more than was sent is
   * the client's mistake, and returns false.
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

  #send(data: Buffer): void {
    this.#sent += data.length;
    this.#sink.send(data);
    this.#update();
  }

  #update(): void {
    const bytes = Math.max(this.unacknowledgedBytes, this.#sink.bufferedBytes);
    this.#behind = bytes > (this.#behind ? RESUME_BELOW_BYTES - 1 : PAUSE_ABOVE_BYTES);
    const wait = this.#behind || this.#pace.held;
    if (wait === this.#paused) return;
    this.#paused = wait;
    if (wait) this.#source?.pause();
    else this.#source?.resume();
  }
}
