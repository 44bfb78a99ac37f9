import type { AddressInfo } from 'node:net';
import { type ClientFrame, encodeServerFrame, type ServerFrame } from '@agent-factory/protocol';
import { WebSocket, WebSocketServer } from 'ws';

/** One browser's connection as the daemon sees it. */
export class Peer {
  readonly frames: ClientFrame[] = [];
  readonly input: Buffer[] = [];
  readonly socket: WebSocket;
  readonly path: string;
  /** As the daemon does; a test may be silent instead. */
  answersPings = false;
  readonly #waiting = new Set<() => void>();

  constructor(socket: WebSocket, path: string) {
    this.socket = socket;
    this.path = path;
    socket.on('message', (data, isBinary) => {
      if (isBinary) this.input.push(data as Buffer);
      else this.#take(JSON.parse(data.toString()));
      for (const check of [...this.#waiting]) check();
    });
  }

  send(frame: ServerFrame): void {
    this.socket.send(encodeServerFrame(frame));
  }

  print(text: string): void {
    this.socket.send(Buffer.from(text), { binary: true });
  }

  /** Waits for a control frame of a type that has not been waited for. */
  async frame<T extends ClientFrame['type']>(type: T): Promise<Extract<ClientFrame, { type: T }>> {
    const found = await this.#until(
      () => this.frames.findIndex((frame) => frame.type === type),
      (index) => index >= 0,
    );
    return this.frames.splice(found, 1)[0] as Extract<ClientFrame, { type: T }>;
  }

  async typed(bytes: number): Promise<Buffer> {
    return this.#until(
      () => Buffer.concat(this.input),
      (all) => all.length >= bytes,
    );
  }

  #take(frame: ClientFrame): void {
    if (frame.type === 'ping' && this.answersPings) this.send({ type: 'pong' });
    else this.frames.push(frame);
  }

  #until<T>(look: () => T, isEnough: (value: T) => boolean): Promise<T> {
    return new Promise((resolve) => {
      const check = () => {
        const value = look();
        if (!isEnough(value)) return;
        this.#waiting.delete(check);
        resolve(value);
      };
      this.#waiting.add(check);
      check();
    });
  }
}

/** The terminal end of a daemon: a real WebSocket server whose every answer the test gives. */
export class TerminalDaemon implements AsyncDisposable {
  readonly #server: WebSocketServer;
  readonly #peers: Peer[] = [];
  readonly #waiting: ((peer: Peer) => void)[] = [];
  /** How many browsers have connected so far. */
  connections = 0;

  private constructor(server: WebSocketServer) {
    this.#server = server;
    server.on('connection', (socket, request) => this.#accept(new Peer(socket, request.url ?? '')));
  }

  static async start(port = 0): Promise<TerminalDaemon> {
    const server = new WebSocketServer({ port, host: '127.0.0.1' });
    await new Promise((resolve) => server.once('listening', resolve));
    return new TerminalDaemon(server);
  }

  get port(): number {
    return (this.#server.address() as AddressInfo).port;
  }

  get url(): string {
    return `ws://127.0.0.1:${this.port}/terminal/af-x?ticket=t`;
  }

  /** The next browser that connects. */
  peer(): Promise<Peer> {
    const peer = this.#peers.shift();
    return peer ? Promise.resolve(peer) : new Promise((resolve) => this.#waiting.push(resolve));
  }

  /** It is the next again. */
  putBack(peer: Peer): void {
    this.#peers.unshift(peer);
  }

  async [Symbol.asyncDispose](): Promise<void> {
    for (const socket of this.#server.clients) socket.terminate();
    await new Promise((resolve) => this.#server.close(resolve));
  }

  #accept(peer: Peer): void {
    this.connections += 1;
    const waiting = this.#waiting.shift();
    if (waiting) waiting(peer);
    else this.#peers.push(peer);
  }
}

/** As in a browser, an error that nobody listens for is no exception. */
class BrowserWebSocket extends WebSocket {
  constructor(url: string) {
    super(url);
    this.on('error', () => {});
  }
}

/** Node 20 has no WebSocket of its own; the one of ws keeps the same contract. */
export function installWebSocket(): void {
  Object.assign(globalThis, { WebSocket: BrowserWebSocket });
}
