import type { GridSize } from '@agent-factory/protocol';
import type { TerminalEvents, TerminalProcess } from '../tmux/pty.js';
import type { Guest } from './guest.js';
import { WrapRepair } from './wrap-repair.js';

/** Opens a tmux client on the session of the attachment. */
export type OpenClient = (size: GridSize, events: TerminalEvents) => TerminalProcess;

export interface AttachmentEvents {
  /** tmux has taken the client and draws; its first output follows. */
  onAttached(): void;
  /** The client ended by itself. */
  onClientExit(exitCode: number): void;
}

/**
 * One browser on one tmux client: bytes out under flow control, keys and sizes in. Keys that come
 * before tmux has taken the terminal are held: it would echo them and lose some.
 */
export class Attachment {
  readonly #guest: Guest;
  readonly #client: TerminalProcess;
  readonly #wraps = new WrapRepair(() => this.#client.redraw());
  readonly #onAttached: () => void;
  #held: Buffer[] | undefined = [];
  #onFlushed: (() => void)[] = [];

  constructor(guest: Guest, size: GridSize, open: OpenClient, events: AttachmentEvents) {
    this.#guest = guest;
    this.#onAttached = () => events.onAttached();
    this.#client = open(size, {
      onData: (data) => this.#send(data),
      onExit: (exitCode) => {
        this.#wraps.dispose();
        guest.flow.flush();
        events.onClientExit(exitCode);
      },
    });
    guest.flow.control(this.#client);
  }

  /** Whether tmux draws on it. */
  get begun(): boolean {
    return this.#held === undefined;
  }

  /** Takes keys. A promise asks for patience: tmux reads slower than they come. */
  write(data: Buffer): Promise<void> | undefined {
    this.#guest.flow.handleInput();
    if (this.#held === undefined) return this.#client.write(data);
    this.#held.push(data);
    return undefined;
  }

  /** Resolves when tmux has been given every key so far. */
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
  }

  #send(data: Buffer): void {
    if (this.#held !== undefined) this.#begin(this.#held);
    this.#wraps.handleOutput(data);
    this.#guest.flow.handleOutput(data);
  }

  #begin(held: readonly Buffer[]): void {
    this.#held = undefined;
    this.#onAttached();
    for (const data of held) this.#client.write(data);
    this.#tellFlushed();
  }

  #tellFlushed(): void {
    for (const tell of this.#onFlushed.splice(0)) tell();
  }
}
