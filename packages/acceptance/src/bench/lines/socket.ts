import { once } from 'node:events';
import { type RawData, WebSocket } from 'ws';
import { Line } from './line.js';

/** A line over a WebSocket. What its messages mean depends on the kind of server it talks to. */
export abstract class SocketLine extends Line {
  protected readonly socket: WebSocket;
  readonly #closed: Promise<unknown>;
  #failure: Error | undefined;

  constructor(name: string, socket: WebSocket) {
    super(name);
    this.socket = socket;
    // A connection that fails also closes; the failure is reported to whoever sends next.
    socket.on('error', (error) => {
      this.#failure = error;
    });
    this.#closed = once(socket, 'close');
    socket.on('message', (data: RawData, isBinary: boolean) => this.handleMessage(data as Buffer, isBinary));
  }

  protected abstract handleMessage(data: Buffer, isBinary: boolean): void;

  /** Throws if the connection is gone: keys that nobody gets would be measured as a hang. */
  protected transmit(data: string | Buffer): void {
    if (this.socket.readyState === WebSocket.OPEN) this.socket.send(data);
    else throw new Error(`The connection of ${this.name} is gone`, { cause: this.#failure });
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.socket.terminate();
    await this.#closed;
  }
}
