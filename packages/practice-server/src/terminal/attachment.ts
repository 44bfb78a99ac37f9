import { type GridSize, MAX_PASTE_BYTES } from '@agent-factory/protocol';
import type { TerminalEvents, TerminalProcess } from '../tmux/pty/pty.js';
import type { FlowControl } from './flow-control.js';
import { WrapRepair } from './wrap-repair.js';

/**
 * How many bytes of keys may go unanswered. tmux keeps what its program does not read, without a bound: behind a
 * stopped program, what a page sends would fill the memory. A program may well read megabytes in silence, so the
 * limit is half of what a paste may have.
 */
export const MAX_UNANSWERED_BYTES = MAX_PASTE_BYTES / 2;

/** Opens a tmux client on the session of the attachment. */
export type OpenClient = (size: GridSize, events: TerminalEvents) => TerminalProcess;

export interface AttachmentEvents {
  /** tmux has accepted the client and draws; its first output follows. */
  onAttached(): void;
  /** The client ended by itself. */
  onClientExit(exitCode: number): void;
}

/**
 * One browser on one tmux client: bytes out under flow control, keys and sizes in. Keys that come before tmux
 * controls the terminal are held back: it would echo them and lose some.
 */
export class Attachment {
  readonly #flow: FlowControl;
  readonly #client: TerminalProcess;
  readonly #wraps = new WrapRepair(() => this.#client.redraw());
  readonly #onAttached: () => void;
  #held: Buffer[] | undefined = [];
  #receivedBytes = 0;
  #unansweredBytes = 0;
  #onAnswered: (() => void)[] = [];
  #onFlushed: (() => void)[] = [];

  constructor(flow: FlowControl, size: GridSize, open: OpenClient, events: AttachmentEvents) {
    this.#flow = flow;
    this.#onAttached = () => events.onAttached();
    this.#client = open(size, {
      onData: (data) => this.#send(data),
      onExit: (exitCode) => {
        this.#wraps.dispose();
        flow.flush();
        this.#tellAnswered();
        events.onClientExit(exitCode);
      },
    });
    flow.control(this.#client);
  }

  /** Whether tmux has begun to draw on it. */
  get begun(): boolean {
    return this.#held === undefined;
  }

  /** The client's terminal. */
  get tty(): string {
    return this.#client.tty;
  }

  /** How many bytes the client has sent so far. */
  get receivedBytes(): number {
    return this.#receivedBytes;
  }

  /** Takes keys. If it returns a promise, wait for it: tmux, or the program, reads more slowly than they come. */
  write(data: Buffer): Promise<unknown> | undefined {
    this.#flow.handleInput();
    this.#unansweredBytes += data.length;
    const taken = this.#held === undefined ? this.#client.write(data) : void this.#held.push(data);
    return this.#unansweredBytes > MAX_UNANSWERED_BYTES ? Promise.all([taken, this.#answered()]) : taken;
  }

  /** Resolves when tmux has received every key so far. */
  async flushed(): Promise<void> {
    if (this.#held !== undefined) await new Promise<void>((resolve) => this.#onFlushed.push(resolve));
    await this.#client.flushed();
  }

  resize(size: GridSize): void {
    this.#client.resize(size);
  }

  /** The session is over: what its client still prints is not held back. */
  drain(): void {
    this.#client.drain();
  }

  /** Detaches the tmux client; the session lives on. */
  dispose(): void {
    this.#wraps.dispose();
    this.#client.dispose();
    this.#tellFlushed();
    this.#tellAnswered();
  }

  #send(data: Buffer): void {
    if (this.#held !== undefined) this.#begin(this.#held);
    this.#receivedBytes += data.length;
    this.#tellAnswered();
    this.#flow.handleOutput(data);
    this.#wraps.handleOutput(data);
  }

  #begin(held: readonly Buffer[]): void {
    this.#held = undefined;
    this.#onAttached();
    for (const data of held) this.#client.write(data);
    this.#tellFlushed();
  }

  /** Resolves when the program prints something, or can no longer do so. */
  #answered(): Promise<void> {
    return new Promise((resolve) => this.#onAnswered.push(resolve));
  }

  #tellAnswered(): void {
    this.#unansweredBytes = 0;
    for (const tell of this.#onAnswered.splice(0)) tell();
  }

  #tellFlushed(): void {
    for (const tell of this.#onFlushed.splice(0)) tell();
  }
}
