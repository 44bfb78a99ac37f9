import { request as httpRequest, type IncomingMessage, type ServerResponse, STATUS_CODES } from 'node:http';
import type { Socket } from 'node:net';
import { type Duplex, pipeline } from 'node:stream';
import { type HostRules, hostAndPort } from './allowed-hosts.js';
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
const HOP_BY_HOP = /^(connection|keep-alive|proxy-.*|te|trailer|transfer-encoding|upgrade)$/;

export function createProxy(options: ProxyOptions): Proxy {
  return new HostProxy(options);
}

class HostProxy implements Proxy {
  readonly #options: ProxyOptions;
  readonly #open = new Set<Duplex>();
  readonly #clients = new Set<Duplex>();
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
    for (const socket of [...this.#open, ...this.#clients]) socket.destroy();
  }

  async #reach(asked: { host: string; port: number } | undefined) {
    if (!asked) throw new NotReached(502, 'This names no host and port.');
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
    this.#open.add(upstream);
    this.#clients.add(client);
    client.once('close', () => this.#clients.delete(client));
    upstream.on('error', () => upstream.destroy());
    upstream.setTimeout(this.#options.idleMs ?? IDLE_MS, () => upstream.destroy());
    const endUpstream = () => void upstream.destroy();
    client.once('close', endUpstream);
    upstream.once('close', () => {
      this.#open.delete(upstream);
      client.removeListener('close', endUpstream);
    });
    if (this.#isClosed) upstream.destroy();
  }
}

function forward(url: URL, request: IncomingMessage, response: ServerResponse, upstream: Socket) {
  const entries = Object.entries(request.headers).filter(([name]) => !HOP_BY_HOP.test(name));
  const headers = { ...Object.fromEntries(entries), host: url.host, connection: 'close' };
  const { method = 'GET' } = request;
  const path = `${url.pathname}${url.search}`;
  const asked = httpRequest({ createConnection: () => upstream, method, path, headers }, (answered) => {
    const kept = Object.entries(answered.headers).filter(([name]) => !HOP_BY_HOP.test(name));
    response.writeHead(answered.statusCode ?? 502, Object.fromEntries(kept));
    // A break shows in both: the response is destroyed with what it comes from.
    pipeline(answered, response, () => {});
  });
  asked.on('error', () => {
    if (response.headersSent) response.destroy();
    else response.writeHead(502, { 'content-type': 'text/plain' }).end(`${url.host} broke off.\n`);
  });
  request.pipe(asked);
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
