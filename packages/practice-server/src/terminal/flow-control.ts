import { Pace, type PaceEvents } from './pace.js';

/**
 * Above this many bytes on their way (sent, not yet parsed by the browser) the PTY is paused.
 * xterm.js is sluggish past about 500 KB of unparsed output and discards past 50 MB; half of the
 * first keeps Ctrl+C quick. tmux then skips frames for us instead of blocking the program.
 */
export const PAUSE_ABOVE_BYTES = 256 * 1024;
/** Below this it goes on. Far enough under the other that it does not flutter: PAUSE_ABOVE_BYTES / 4. */
export const RESUME_BELOW_BYTES = 64 * 1024;

/** What of a pace counts here. */
type PaceLike = Pick<Pace, 'held' | 'handleInput' | 'handleOutput' | 'flush'>;

/** Whose output is held back. */
export interface FlowSource {
  pause(): void;
  resume(): void;
  /** Shows at once what is on the screen, whatever was passed over. */
  redraw(): void;
}

/** Where output goes. */
export interface FlowSink {
  /** Sends what was held back long enough. */
  send(data: Buffer): void;
  /** How much the socket holds back because the other side does not read. */
  readonly bufferedBytes: number;
}

/**
 * Brings output from a tmux client to a browser, and holds it back while that is behind. A browser that
 * acknowledges is held by what it has parsed; one that never does (a bare attach add-on) by the socket's
 * own backpressure. A flood is held to the pace of a screen whoever reads it. It counts for the whole life
 * of a connection, whose tmux client changes with its role.
 */
export class FlowControl {
  readonly #sink: FlowSink;
  readonly #pace: PaceLike;
  #source: FlowSource | undefined;
  #sent = 0;
  #acknowledged: number | undefined;
  /** Whether the browser has too much before it. */
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

  /** From now on this one's output is what is counted, or nobody's; it has not been paused. */
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

  /** Nothing waits any longer for more to come. */
  flush(): void {
    this.#pace.flush();
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
