import type { GridSize } from '@agent-factory/protocol';
import type { TerminalEvents, TerminalProcess } from '../tmux/pty.js';
import { FlowControl } from './flow-control.js';
import type { Viewer } from './viewer.js';

/** Opens a tmux client on the session of the attachment. */
export type OpenClient = (size: GridSize, events: TerminalEvents) => TerminalProcess;

/** One browser on one tmux client: bytes out under flow control, keys and sizes in. */
export class Attachment {
  readonly #viewer: Viewer;
  readonly #client: TerminalProcess;
  readonly #flow: FlowControl;

  constructor(viewer: Viewer, size: GridSize, open: OpenClient, onClientExit: (exitCode: number) => void) {
    this.#viewer = viewer;
    this.#client = open(size, { onData: (data) => this.#send(data), onExit: onClientExit });
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
    this.#client.write(data);
  }

  resize(size: GridSize): void {
    this.#client.resize(size);
  }

  acknowledge(bytes: number): boolean {
    return this.#flow.handleAcknowledged(bytes);
  }

  /** Detaches the tmux client; the session lives on. */
  dispose(): void {
    this.#client.dispose();
  }

  #send(data: Buffer): void {
    this.#viewer.sendOutput(data, () => this.#flow.handleDrained());
    this.#flow.handleSent(data.length);
  }
}
