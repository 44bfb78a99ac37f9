import type { Socket } from 'node:net';
import { encodeFrame } from './frames.js';
import { requireLoopback } from './host-name.js';
import { MAX_STREAMS } from './limits.js';
import { type Listeners, listenOnLoopback } from './listeners.js';
import { Multiplexer } from './multiplexer.js';
import { TunnelEnd } from './tunnel-end.js';
import type { Wire } from './wire.js';

export interface ContainerEndOptions {
  /** The wrapper's own standard input and output. They belong to the tunnel from now on. */
  readonly wire: Wire;
  /** Where to listen inside the container; 0 for any free port. */
  readonly port: number;
  /** By what name others in the container reach it, such as host.docker.internal: it has to lead here. */
  readonly name?: string;
  /** What the orchestrator says: any JSON value, to be checked. */
  readonly onMessage: (message: unknown) => void;
}

/** The wrapper's end of a tunnel: what connects to its port speaks to the orchestrator's server. */
export class ContainerEnd extends TunnelEnd {
  protected readonly mux: Multiplexer;
  protected readonly owner = 'wrapper';
  readonly #listeners: Listeners;

  /** Rejects with the system's error if it cannot listen at the port, and with "container_network: …" for a name that leads elsewhere. */
  static async listen({ wire, port, name, onMessage }: ContainerEndOptions): Promise<ContainerEnd> {
    if (name !== undefined) await requireLoopback(name);
    // Nothing connects before the port is told, and nothing is read before there is a tunnel.
    let end: ContainerEnd | undefined;
    const listeners = await listenOnLoopback(port, (socket) =>
      end ? end.#handleConnection(socket) : socket.destroy(),
    );
    end = new ContainerEnd(listeners, wire, onMessage);
    return end;
  }

  private constructor(listeners: Listeners, wire: Wire, onMessage: (message: unknown) => void) {
    super();
    this.#listeners = listeners;
    const onOpen = (id: number): string => `Stream ${id} is opened by the end that only accepts.`;
    this.mux = new Multiplexer({ wire, onMessage, onOpen });
    void this.mux.closed.then(() => listeners.close());
  }

  get port(): number {
    return this.#listeners.port;
  }

  #handleConnection(socket: Socket): void {
    if (this.mux.isClosed || this.mux.streams.size >= MAX_STREAMS) {
      socket.resetAndDestroy();
      return;
    }
    const id = this.mux.streams.last + 1;
    this.mux.addStream(id, socket);
    this.mux.write(encodeFrame('open', id));
  }
}
