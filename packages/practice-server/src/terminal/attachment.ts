import type { GridSize } from '@agent-factory/protocol';
import type { TerminalEvents, TerminalProcess } from '../tmux/pty.js';
import { FlowControl } from './flow-control.js';
import type { Viewer } from './viewer.js';

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
  readonly #viewer: Viewer;
  readonly #client: TerminalProcess;
  readonly #flow: FlowControl;
  readonly #onAttached: () => void;
  #held: Buffer[] | undefined = [];

  constructor(viewer: Viewer, size: GridSize, open: OpenClient, events: AttachmentEvents) {
    this.#viewer = viewer;
    this.#onAttached = () => events.onAttached();
    this.#client = open(size, {
      onData: (data) => this.#send(data),
      onExit: (exitCode) => events.onClientExit(exitCode),
    });
    this.#flow = new FlowControl({
      pause: () => this.#client.pause(),
      resume: () => this.#client.resume(),
      bufferedBytes: () => viewer.bufferedBytes,
    });
  }

  get unacknowledgedBytes(): number {
    return this.#flow.unacknowledgedBytes;
  }

  write(data: Buffer): void {
    if (this.#held === undefined) this.#client.write(data);
    else this.#held.push(data);
  }

  resize(size: GridSize): void {
    this.#client.resize(size);
  }

  acknowledge(bytes: number): boolean {
    return this.#flow.handleAcknowledged(bytes);
  }

  /** Detaches the tmux client; the session lives on. */
  dispose(): void {
    this.#flow.dispose();
    this.#client.dispose();
  }

  #send(data: Buffer): void {
    if (this.#held !== undefined) this.#begin(this.#held);
    this.#viewer.sendOutput(data, () => this.#flow.handleDrained());
    this.#flow.handleSent(data.length);
  }

  #begin(held: readonly Buffer[]): void {
    this.#held = undefined;
    this.#onAttached();
    for (const data of held) this.#client.write(data);
  }
}
