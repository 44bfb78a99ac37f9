import type { AddressInfo } from 'node:net';
import {
  type ClientMessage,
  type ClientMessageType,
  decodeClientMessage,
  encodeServerMessage,
  type ProjectState,
  type ServerMessageType,
  type ServerPayload,
} from '@agent-factory/protocol/coach';
import { type WebSocket, WebSocketServer } from 'ws';

type MessageOf<Type extends ClientMessageType> = Extract<ClientMessage, { type: Type }>;

export const PROJECT_STATE: ProjectState = {
  sessionId: 's1',
  capabilities: ['files', 'pointers', 'plan'],
  featureFlags: {},
  project: { id: 'folder--0123456789', kind: 'folder', name: 'shop', path: '~/shop' },
  visibility: 'saved_files',
  hintLevel: 'none',
  watching: { by: 'events' },
  openFiles: [],
  pointers: { marks: [], glows: [], messages: [] },
  phases: [],
  issue: null,
};

/** One page as the daemon sees it. Everything that it says has to be in the protocol. */
export class Peer {
  readonly socket: WebSocket;
  readonly url: string;
  /** What was not waited for. */
  readonly messages: ClientMessage[] = [];
  readonly all: ClientMessage[] = [];
  readonly #waiting = new Set<() => void>();
  /** Answers messages by itself. */
  onMessage: (message: ClientMessage) => void = () => {};

  constructor(socket: WebSocket, url: string) {
    this.socket = socket;
    this.url = url;
    socket.on('message', (data) => this.#handle(data.toString()));
  }

  send<Type extends ServerMessageType>(type: Type, payload: ServerPayload<Type>, id?: string): void {
    this.socket.send(encodeServerMessage(type, payload, { id, timestamp: Date.now() }));
  }

  /** Waits for a message of a type that has not been waited for. */
  message<Type extends ClientMessageType>(type: Type): Promise<MessageOf<Type>> {
    return new Promise((resolve) => {
      const look = () => {
        const index = this.messages.findIndex((message) => message.type === type);
        if (index === -1) return;
        this.#waiting.delete(look);
        resolve(this.messages.splice(index, 1)[0] as MessageOf<Type>);
      };
      this.#waiting.add(look);
      look();
    });
  }

  async greet(state: Partial<ProjectState> = {}): Promise<this> {
    const { id } = await this.message('connection:hello');
    this.send('connection:init', { ...PROJECT_STATE, ...state }, id);
    return this;
  }

  ofType<Type extends ClientMessageType>(type: Type): MessageOf<Type>[] {
    return this.all.filter((message) => message.type === type) as MessageOf<Type>[];
  }

  #handle(text: string): void {
    const decoded = decodeClientMessage(text);
    if (decoded.kind !== 'message') throw new Error(`The page broke the protocol: ${JSON.stringify(decoded)}`);
    this.all.push(decoded.message);
    this.messages.push(decoded.message);
    this.onMessage(decoded.message);
    for (const look of [...this.#waiting]) look();
  }
}

/** A daemon that says what a test tells it to. */
export class CoachDaemon implements AsyncDisposable {
  readonly peers: Peer[] = [];
  readonly #server: WebSocketServer;
  readonly #waiting: ((peer: Peer) => void)[] = [];
  onPeer: (peer: Peer) => void = () => {};

  private constructor(server: WebSocketServer) {
    this.#server = server;
    server.on('connection', (socket, { url = '' }) => {
      const peer = new Peer(socket, url);
      this.onPeer(peer);
      const waiting = this.#waiting.shift();
      if (waiting === undefined) this.peers.push(peer);
      else waiting(peer);
    });
  }

  static start(port = 0): Promise<CoachDaemon> {
    const server = new WebSocketServer({ host: '127.0.0.1', port });
    return new Promise((resolve, reject) => {
      server.once('listening', () => resolve(new CoachDaemon(server)));
      server.once('error', reject);
    });
  }

  get port(): number {
    return (this.#server.address() as AddressInfo).port;
  }

  get url(): string {
    return `ws://127.0.0.1:${this.port}/ws?project=shop`;
  }

  /** The next page that connects. */
  peer(): Promise<Peer> {
    const next = this.peers.shift();
    return next === undefined ? new Promise((resolve) => this.#waiting.push(resolve)) : Promise.resolve(next);
  }

  async [Symbol.asyncDispose](): Promise<void> {
    for (const client of this.#server.clients) client.terminate();
    await new Promise<void>((resolve) => this.#server.close(() => resolve()));
  }
}
