import type { Socket } from 'node:net';
import { encodeFrame } from './frames.js';
import { MAX_STREAMS } from './limits.js';
import { Multiplexer } from './multiplexer.js';
import { TunnelEnd } from './tunnel-end.js';
import type { Wire } from './wire.js';

export interface HostEndOptions {
  /** A container's attached streams. They belong to the tunnel from now on. */
  readonly wire: Wire;
  /** Opens a connection to the server on this machine that the container may speak to. */
  readonly connect: () => Socket;
  /** What the wrapper says: any JSON value, to be checked. */
  readonly onMessage: (message: unknown) => void;
}

/** The orchestrator's end of a tunnel: each connection that the container's end accepts becomes one of `connect`. */
export class HostEnd extends TunnelEnd {
  protected readonly mux: Multiplexer;
  protected readonly owner = 'orchestrator';
  readonly #connect: () => Socket;

  constructor({ wire, connect, onMessage }: HostEndOptions) {
    super();
    this.#connect = connect;
    this.mux = new Multiplexer({ wire, onMessage, onOpen: (id) => this.#handleOpen(id) });
  }

  #handleOpen(id: number): string | undefined {
    const { streams } = this.mux;
    if (id <= streams.last) return `Stream ${id} is opened again.`;
    const socket = streams.size < MAX_STREAMS ? this.#tryConnect() : undefined;
    if (socket !== undefined) this.mux.addStream(id, socket);
    else this.#refuse(id);
    return undefined;
  }

  #refuse(id: number): void {
    this.mux.streams.skip(id);
    this.mux.write(encodeFrame('reset', id));
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
