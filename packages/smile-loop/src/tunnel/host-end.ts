import type { Socket } from 'node:net';
import { encodeFrame } from './frames.js';
import { MAX_STREAMS } from './limits.js';
import { Multiplexer } from './multiplexer.js';
import type { TunnelClose, Wire } from './wire.js';

export interface HostEndOptions {
  /** A container's attached streams. They belong to the tunnel from now on. */
  readonly wire: Wire;
  /** Opens a connection to the server on this machine that the container may speak to. */
  readonly connect: () => Socket;
  /** What the wrapper says: any JSON value, to be checked. */
  readonly onMessage: (message: unknown) => void;
}

/** The orchestrator's end of a tunnel: each connection that the container's end accepts becomes one of `connect`. */
export class HostEnd implements AsyncDisposable {
  readonly #mux: Multiplexer;
  readonly #connect: () => Socket;

  constructor({ wire, connect, onMessage }: HostEndOptions) {
    this.#connect = connect;
    this.#mux = new Multiplexer({ wire, onMessage, onOpen: (id) => this.#handleOpen(id) });
  }

  /** Resolves when the tunnel is no more, with the reason. It never rejects. */
  get closed(): Promise<TunnelClose> {
    return this.#mux.closed;
  }

  /** Connections that are open now. */
  get streams(): number {
    return this.#mux.streams.size;
  }

  /** Bytes that this end holds in memory. */
  get bufferedBytes(): number {
    return this.#mux.bufferedBytes;
  }

  /**
   * Sends the wrapper a JSON value. False if the tunnel is closed.
   * @throws RangeError for one of more than 4 MB.
   */
  send(message: unknown): boolean {
    return this.#mux.send(message);
  }

  close(message = 'The orchestrator has closed the tunnel.'): void {
    this.#mux.close({ reason: 'closed', message });
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.close();
    await this.closed;
  }

  #handleOpen(id: number): string | undefined {
    const { streams } = this.#mux;
    if (id <= streams.last) return `Stream ${id} is opened again.`;
    const socket = streams.size < MAX_STREAMS ? this.#tryConnect() : undefined;
    if (socket !== undefined) this.#mux.addStream(id, socket);
    else this.#refuse(id);
    return undefined;
  }

  #refuse(id: number): void {
    this.#mux.streams.skip(id);
    this.#mux.write(encodeFrame('reset', id));
  }

  /** None if this machine has no more sockets: the container sees a reset connection, as from any server. */
  #tryConnect(): Socket | undefined {
    try {
      return this.#connect();
    } catch {
      return undefined;
    }
  }
}
