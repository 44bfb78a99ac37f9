import { encodeClientFrame } from '@agent-factory/protocol';
import { WebSocket } from 'ws';
import { GRID } from './line.js';
import { SocketLine } from './socket.js';

/** The practice server's terminal, read as the panel reads it: everything is acknowledged as soon as it is taken. */
export class DaemonLine extends SocketLine {
  #received = 0;
  #stalled = false;

  constructor(wsUrl: string, origin: string) {
    const socket = new WebSocket(wsUrl, { origin });
    super('daemon', socket);
    socket.on('open', () => socket.send(encodeClientFrame({ type: 'resize', ...GRID })));
  }

  send(keys: string): void {
    this.transmit(Buffer.from(keys));
  }

  /** From now on nothing is read and nothing acknowledged, as by a tab whose thread is stuck. */
  stall(): void {
    this.#stalled = true;
    this.socket.pause();
  }

  protected handleMessage(data: Buffer, isBinary: boolean): void {
    if (!isBinary) return;
    this.deliver(data);
    this.#received += data.length;
    if (!this.#stalled) this.transmit(encodeClientFrame({ type: 'ack', bytes: this.#received }));
  }
}
