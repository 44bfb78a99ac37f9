import { encodeClientFrame } from '@agent-factory/protocol';
import { WebSocket } from 'ws';
import { GRID } from './line.js';
import { SocketLine } from './socket.js';

/** As the panel has it, in its `client/terminal/acks.ts`: much is acknowledged at once, little once a frame. */
const ACK_EVERY_BYTES = 64 * 1024;
const ACK_DELAY_MS = 16;

/** The practice server's terminal, read and acknowledged as the panel does. */
export class DaemonLine extends SocketLine {
  #received = 0;
  #acknowledged = 0;
  #timer: NodeJS.Timeout | undefined;
  #stalled = false;

  constructor(wsUrl: string, origin: string) {
    const socket = new WebSocket(wsUrl, { origin });
    super('daemon', socket);
    socket.on('open', () => socket.send(encodeClientFrame({ type: 'resize', ...GRID })));
    socket.on('close', () => clearTimeout(this.#timer));
  }

  send(keys: string): void {
    this.transmit(Buffer.from(keys));
  }

  /** From now on nothing is read and nothing acknowledged, as by a tab whose thread is stuck. */
  stall(): void {
    this.#stalled = true;
    clearTimeout(this.#timer);
    this.socket.pause();
  }

  protected handleMessage(data: Buffer, isBinary: boolean): void {
    if (!isBinary) return;
    this.deliver(data);
    this.#received += data.length;
    if (this.#stalled) return;
    if (this.#received - this.#acknowledged >= ACK_EVERY_BYTES) this.#acknowledge();
    else this.#timer ??= setTimeout(() => this.#acknowledge(), ACK_DELAY_MS);
  }

  #acknowledge(): void {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    this.#acknowledged = this.#received;
    if (this.socket.readyState === WebSocket.OPEN)
      this.socket.send(encodeClientFrame({ type: 'ack', bytes: this.#received }));
  }
}
