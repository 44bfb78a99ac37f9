import { type IncomingMessage, type ServerResponse, STATUS_CODES } from 'node:http';
import type { Socket } from 'node:net';
import type { Duplex } from 'node:stream';
import { type HostRules, hostAndPort } from './allowed-hosts.js';
import { forward } from './forward.js';
import { NotReached, type Resolve, reach, resolveByDns } from './reach.js';

export interface ProxyOptions {
  readonly rules: HostRules;
  /** A host was asked for that may not be reached. */
  readonly onDenied: (host: string, port: number) => void;
  readonly resolve?: Resolve;
  /** At a time; 64, if nothing is said: package managers open a dozen. */
  readonly maxConnections?: number;
  /** Milliseconds without a byte after which a connection ends; two minutes, if nothing is said. */
  readonly idleMs?: number;
}

/** The handlers of a server by which a container reaches the hosts that it may. They never throw. */
export interface Proxy extends AsyncDisposable {
  /** For the event `connect`. */
  handleConnect(request: IncomingMessage, socket: Duplex, head: Buffer): Promise<void>;
  /** For requests whose URL has a host. */
  handleRequest(request: IncomingMessage, response: ServerResponse): Promise<void>;
  /** For the event `upgrade` of such a request, which is refused. */
  handleUpgrade(request: IncomingMessage, socket: Duplex): void;
}

const MAX_CONNECTIONS = 64;
const IDLE_MS = 120_000;
/** Of a name in the DNS (RFC 1035, section 2.3.4), in characters: a longer one is kept nowhere. */
const MAX_HOST_CHARS = 253;

export function createProxy(options: ProxyOptions): Proxy {
  return new HostProxy(options);
}

class HostProxy implements Proxy {
  readonly #options: ProxyOptions;
  readonly #open = new Set<Duplex>();
  /** Each client with what it is connected to: it may ask for one thing after another. */
  readonly #clients = new Map<Duplex, Set<Socket>>();
  #waiting = 0;
  #isClosed = false;

  constructor(options: ProxyOptions) {
    this.#options = options;
  }

  async handleConnect(request: IncomingMessage, socket: Duplex, head: Buffer): Promise<void> {
    socket.on('error', () => socket.destroy());
    try {
      const upstream = await this.#reach(hostAndPort(request.url ?? ''));
      if (socket.destroyed) return void upstream.destroy();
      this.#join(socket, upstream);
      // What has arrived is still passed on: then the client's end closes too, even where it would stay half open.
      upstream.once('close', () => (socket as Socket).destroySoon());
      socket.write('HTTP/1.1 200 Connection established\r\n\r\n');
      if (head.length > 0) upstream.write(head);
      socket.pipe(upstream).pipe(socket);
    } catch (error) {
      refuse(socket, error);
    }
  }

  async handleRequest(request: IncomingMessage, response: ServerResponse): Promise<void> {
    try {
      const url = new URL(request.url ?? '');
      if (url.protocol !== 'http:') throw new NotReached(502, 'Hosts with https are reached by CONNECT.');
      const upstream = await this.#reach(hostAndPort(url.host, 80));
      if (response.destroyed) return void upstream.destroy();
      this.#join(request.socket, upstream);
      forward(url, request, response, upstream);
    } catch (error) {
      const { status, message } = told(error);
      response.writeHead(status, { 'content-type': 'text/plain; charset=utf-8' }).end(`${message}\n`);
    }
  }

  handleUpgrade(_: IncomingMessage, socket: Duplex): void {
    socket.on('error', () => socket.destroy());
    refuse(socket, new NotReached(403, 'A connection is upgraded through CONNECT only.'));
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.#isClosed = true;
    for (const socket of [...this.#open, ...this.#clients.keys()]) socket.destroy();
  }

  async #reach(asked: { host: string; port: number } | undefined) {
    if (!asked) throw new NotReached(502, 'This names no host and port.');
    if (asked.host.length > MAX_HOST_CHARS) throw new NotReached(400, 'The name of the host is too long to be one.');
    const { rules, onDenied, resolve = resolveByDns, maxConnections = MAX_CONNECTIONS } = this.#options;
    if (this.#open.size + this.#waiting >= maxConnections) {
      throw new NotReached(502, `More than ${maxConnections} connections at a time are not let through.`);
    }
    this.#waiting += 1;
    try {
      return await reach(asked.host, asked.port, rules, resolve);
    } catch (error) {
      if (error instanceof NotReached && error.status === 403) onDenied(asked.host, asked.port);
      throw error;
    } finally {
      this.#waiting -= 1;
    }
  }

  /** Both ends of a connection end together, after an idle time, and with the proxy. */
  #join(client: Duplex, upstream: Socket): void {
    const upstreams = this.#upstreamsOf(client);
    this.#open.add(upstream);
    upstreams.add(upstream);
    upstream.on('error', () => upstream.destroy());
    upstream.setTimeout(this.#options.idleMs ?? IDLE_MS, () => upstream.destroy());
    upstream.once('close', () => {
      this.#open.delete(upstream);
      upstreams.delete(upstream);
    });
    if (this.#isClosed) upstream.destroy();
  }

  #upstreamsOf(client: Duplex): Set<Socket> {
    const known = this.#clients.get(client);
    if (known) return known;
    const upstreams = new Set<Socket>();
    this.#clients.set(client, upstreams);
    client.once('close', () => {
      this.#clients.delete(client);
      for (const upstream of upstreams) upstream.destroy();
    });
    return upstreams;
  }
}

function refuse(socket: Duplex, error: unknown): void {
  const { status, message } = told(error);
  const body = Buffer.from(`${message}\n`);
  const head = [
    `HTTP/1.1 ${status} ${STATUS_CODES[status]}`,
    'content-type: text/plain; charset=utf-8',
    `content-length: ${body.length}`,
    'connection: close',
  ];
  socket.end(Buffer.concat([Buffer.from(`${head.join('\r\n')}\r\n\r\n`), body]));
}

function told(error: unknown): { status: number; message: string } {
  if (error instanceof NotReached) return error;
  return { status: 502, message: 'The host cannot be reached.' };
}
