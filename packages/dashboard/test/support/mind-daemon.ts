import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import {
  type ClientMessage,
  type ClientMessageType,
  COACH_SOCKET_PATH,
  decodeClientMessage,
  encodeServerMessage,
  type ServerMessageType,
  type ServerPayload,
} from '@agent-factory/protocol/coach';
import { type DashboardState, type Memory, MIND_ROUTES, type MindStatus } from '@agent-factory/protocol/mind';
import { type WebSocket, WebSocketServer } from 'ws';
import { EMPTY, MEMORIES, PROJECT_STATE, PROJECTS, SETTINGS } from './states.js';

type MessageOf<Type extends ClientMessageType> = Extract<ClientMessage, { type: Type }>;

/** A request over REST, as a test may answer it by itself. */
export interface Asked {
  readonly method: string;
  readonly path: string;
  readonly query: URLSearchParams;
  readonly body: unknown;
}

export interface Answer {
  readonly status?: number;
  readonly body: unknown;
}

/** What a daemon knows of a learner, over real HTTP and a real socket on loopback. Answers are what a test makes them. */
export class MindDaemon implements AsyncDisposable {
  state: DashboardState = EMPTY;
  stage: DashboardState['dreyfus'][number]['stage'] = 'novice';
  settings: MindStatus = SETTINGS;
  projects: readonly unknown[] = PROJECTS;
  memories: readonly Memory[] = MEMORIES;
  readonly asked: Asked[] = [];
  readonly messages: ClientMessage[] = [];
  /** Answers in the place of the daemon. */
  answer: (asked: Asked) => Promise<Answer | undefined> | Answer | undefined = () => undefined;
  /** What is done about each message of a page; greetings are answered anyway. */
  onMessage: (message: ClientMessage, say: Say) => void = () => {};
  /** Serves what is no route: the page, in a preview. */
  serveFile: (path: string, response: ServerResponse) => void = (_, response) => response.writeHead(404).end();
  #pages = new Set<WebSocket>();
  readonly #server: Server;
  readonly #sockets: WebSocketServer;
  readonly #waiting = new Set<() => void>();

  private constructor() {
    this.#server = createServer((request, response) => void this.#handle(request, response));
    this.#sockets = new WebSocketServer({ server: this.#server, path: COACH_SOCKET_PATH });
    this.#sockets.on('connection', (socket) => this.#serve(socket));
  }

  static start(port = 0): Promise<MindDaemon> {
    const daemon = new MindDaemon();
    return new Promise((resolve, reject) => {
      daemon.#server.once('error', reject);
      daemon.#server.listen(port, '127.0.0.1', () => resolve(daemon));
    });
  }

  get port(): number {
    return (this.#server.address() as AddressInfo).port;
  }

  get url(): string {
    return `http://127.0.0.1:${this.port}`;
  }

  get pages(): number {
    return this.#pages.size;
  }

  /** Says something to every page. */
  readonly say: Say = (type, payload, id) => {
    for (const page of this.#pages) page.send(encodeServerMessage(type, payload, { id, timestamp: Date.now() }));
  };

  ofType<Type extends ClientMessageType>(type: Type): MessageOf<Type>[] {
    return this.messages.filter((message) => message.type === type) as MessageOf<Type>[];
  }

  /** Waits until so many messages of a type have come. */
  received<Type extends ClientMessageType>(type: Type, count = 1): Promise<MessageOf<Type>> {
    return new Promise((resolve) => {
      const look = () => {
        const found = this.ofType(type)[count - 1];
        if (found === undefined) return;
        this.#waiting.delete(look);
        resolve(found);
      };
      this.#waiting.add(look);
      look();
    });
  }

  /** Ends every socket, as when the daemon starts again. `code`: a close code. */
  drop(code?: number): void {
    for (const page of this.#pages) code === undefined ? page.terminate() : page.close(code);
  }

  async [Symbol.asyncDispose](): Promise<void> {
    for (const page of this.#pages) page.terminate();
    this.#sockets.close();
    this.#server.closeAllConnections();
    await new Promise<void>((resolve) => this.#server.close(() => resolve()));
  }

  #serve(socket: WebSocket): void {
    this.#pages.add(socket);
    socket.on('close', () => this.#pages.delete(socket));
    const say: Say = (type, payload, id) =>
      socket.send(encodeServerMessage(type, payload, { id, timestamp: Date.now() }));
    socket.on('message', (data) => {
      const decoded = decodeClientMessage(data.toString());
      if (decoded.kind !== 'message') throw new Error(`The page broke the protocol: ${JSON.stringify(decoded)}`);
      const { message } = decoded;
      this.messages.push(message);
      if (message.type === 'connection:hello') say('connection:init', PROJECT_STATE, message.id);
      this.onMessage(message, say);
      for (const look of [...this.#waiting]) look();
    });
  }

  async #handle(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const url = new URL(request.url ?? '/', this.url);
    const asked = {
      method: request.method ?? 'GET',
      path: url.pathname,
      query: url.searchParams,
      body: await bodyOf(request),
    };
    if (!asked.path.startsWith('/coach/')) {
      this.serveFile(asked.path, response);
      return;
    }
    this.asked.push(asked);
    const { status = 200, body } = (await this.answer(asked)) ?? this.#answerTo(asked);
    const text = typeof body === 'string' ? body : JSON.stringify(body);
    response.writeHead(status, { 'Content-Type': 'application/json' }).end(text);
  }

  #answerTo({ method, path, query, body }: Asked): Answer {
    if (path === '/coach/projects') return { body: { projects: this.projects } };
    if (path === MIND_ROUTES.dashboard.path) {
      const period = (query.get('period') ?? 'all') as 'all';
      return { body: { ...this.state, stats: { ...this.state.stats, period } } };
    }
    if (path === MIND_ROUTES.katas.path) return { body: { katas: this.state.katas, stage: this.stage } };
    if (path === MIND_ROUTES.settings.path) {
      if (method === 'POST') this.settings = changed(this.settings, body as never);
      return { body: this.settings };
    }
    if (path === MIND_ROUTES.exportMemories.path)
      return { body: this.memories.map((memory) => `${JSON.stringify(memory)}\n`).join('') };
    return this.#answerMemories(method, path, query, body);
  }

  #answerMemories(method: string, path: string, query: URLSearchParams, body: unknown): Answer {
    const id = decodeURIComponent(path.slice(`${MIND_ROUTES.memories.path}/`.length));
    if (method === 'DELETE') {
      const before = this.memories.length;
      this.memories = id === '' ? [] : this.memories.filter((memory) => memory.id !== id);
      return { body: { deleted: before - this.memories.length } };
    }
    if (method === 'POST') {
      this.memories = this.memories.map((memory) => (memory.id === id ? { ...memory, ...(body as object) } : memory));
      return { body: this.memories.find((memory) => memory.id === id) };
    }
    const wish = query.get('query')?.toLowerCase() ?? '';
    const memories = this.memories.filter(({ content }) => content.toLowerCase().includes(wish));
    return { body: { memories, total: this.memories.length, kept: 'here' } };
  }
}

export type Say = <Type extends ServerMessageType>(type: Type, payload: ServerPayload<Type>, id?: string) => void;

function changed(
  settings: MindStatus,
  { route, parts = {}, budget = {} }: { route?: MindStatus['route']; parts?: Record<string, boolean>; budget?: object },
): MindStatus {
  const entries = Object.entries(settings.parts).map(([name, part]) => [
    name,
    { ...part, enabled: parts[name] ?? part.enabled, works: parts[name] ?? part.works },
  ]);
  return {
    ...settings,
    route: route ?? settings.route,
    parts: Object.fromEntries(entries),
    budget: { ...settings.budget, ...budget },
  };
}

async function bodyOf(request: IncomingMessage): Promise<unknown> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk as Buffer);
  const text = Buffer.concat(chunks).toString();
  return text === '' ? undefined : JSON.parse(text);
}
