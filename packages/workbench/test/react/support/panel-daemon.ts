import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { CLOSE_CODES, type ErrorCode } from '@agent-factory/protocol';
import type {
  ClientMessage,
  ProjectState,
  ServerMessageType,
  ServerPayload,
  TreeNode,
} from '@agent-factory/protocol/coach';
import type { Kata, KataOutline, MindStatus } from '@agent-factory/protocol/mind';
import { CoachDaemon, type Peer, PROJECT_STATE } from '../../client/support/coach-daemon.js';
import { contentOf, versionOf } from '../../client/support/file-daemon.js';

export interface PanelDaemonOptions {
  readonly state?: Partial<ProjectState>;
  readonly files?: Readonly<Record<string, string>>;
  /** By default one made of the files. */
  readonly tree?: TreeNode;
  /** Paths that cannot be opened, and why. */
  readonly unsuitable?: Readonly<Record<string, string>>;
  readonly readOnly?: readonly string[];
  /** What the mind can do; by default there is none. */
  readonly mind?: MindStatus;
  /** The katas there are, whole. */
  readonly katas?: readonly Kata[];
}

type Answer = (request: { method: string; url: URL; body: string }) => { status?: number; body: unknown };

/** What pages ask of the mind by themselves. */
const OF_MIND = /^\/coach\/(?:settings|katas)\b/;

const NO_MIND = { status: 404, body: { error: 'not_found', message: 'There is no mind here.' } };

/** A daemon of which pages see a project, and whose routes answer what a test wants. */
export class PanelDaemon implements AsyncDisposable {
  readonly files: Map<string, string>;
  readonly pages = new Set<Peer>();
  readonly said: ClientMessage[] = [];
  /** The code of an error with which pages are turned away. */
  refusal: ErrorCode | undefined;
  /** Hangs up on pages instead of greeting them. */
  isAway = false;
  answer: Answer = () => ({ status: 404, body: { error: 'project_not_found', message: 'There is none.' } });
  /** What the mind can do now; undefined for a daemon without one. */
  mind: MindStatus | undefined;
  katas: readonly Kata[];
  /** The paths of the mind that were asked for. */
  readonly asked: string[] = [];
  /** Until it resolves, what pages ask of the mind is not answered. */
  #mindAnswers: Promise<void> = Promise.resolve();
  readonly #options: PanelDaemonOptions;
  readonly #sockets: CoachDaemon;
  readonly #server: Server;

  private constructor(options: PanelDaemonOptions, sockets: CoachDaemon, server: Server) {
    this.#options = options;
    this.#sockets = sockets;
    this.#server = server;
    this.mind = options.mind;
    this.katas = options.katas ?? [];
    this.files = new Map(Object.entries(options.files ?? {}));
    sockets.onPeer = (peer) => this.#serve(peer);
    server.on('request', (request, response) => void this.#respond(request, response));
  }

  static async start(options: PanelDaemonOptions = {}): Promise<PanelDaemon> {
    const server = createServer();
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    return new PanelDaemon(options, await CoachDaemon.start(), server);
  }

  get socketUrl(): string {
    return this.#sockets.url;
  }

  get url(): string {
    return `http://127.0.0.1:${(this.#server.address() as AddressInfo).port}`;
  }

  broadcast<Type extends ServerMessageType>(type: Type, payload: ServerPayload<Type>): void {
    for (const page of this.pages) page.send(type, payload);
  }

  /** As when another program writes the file. */
  write(path: string, content: string): void {
    this.files.set(path, content);
    this.broadcast('fs:tree_update', { action: 'change', path, version: versionOf(content) });
  }

  remove(path: string): void {
    this.files.delete(path);
    this.broadcast('fs:tree_update', { action: 'unlink', path });
  }

  /** What pages have said, of one type. */
  ofType(type: ClientMessage['type']): unknown[] {
    return this.said.filter((message) => message.type === type).map(({ payload }) => payload);
  }

  /** What pages ask of the mind is answered late: as it stood when they asked, once this is called. */
  holdMind(): () => void {
    let release = () => {};
    this.#mindAnswers = new Promise((resolve) => {
      release = resolve;
    });
    return release;
  }

  /** As if it had ended: pages lose it, and it does not answer until it is back. */
  leave(): void {
    this.isAway = true;
    for (const page of this.pages) page.socket.terminate();
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.#sockets[Symbol.asyncDispose]();
    this.#server.closeAllConnections();
    await new Promise<void>((resolve) => this.#server.close(() => resolve()));
  }

  #serve(peer: Peer): void {
    this.pages.add(peer);
    peer.socket.on('close', () => this.pages.delete(peer));
    peer.onMessage = (message) => {
      this.said.push(message);
      this.#hear(peer, message);
    };
  }

  #hear(peer: Peer, message: ClientMessage): void {
    if (message.type === 'connection:hello' && this.isAway) peer.socket.terminate();
    else if (message.type === 'connection:hello' && this.refusal !== undefined) this.#refuse(peer, this.refusal);
    else if (message.type === 'connection:hello') {
      peer.send('connection:init', { ...PROJECT_STATE, ...this.#options.state }, message.id);
      peer.send('fs:tree', { root: this.#options.tree ?? treeOf([...this.files.keys()]) });
    }
    if (message.type === 'file:open') this.#open(peer, message.payload.path, message.id);
    if (message.type === 'file:save') this.#save(peer, message);
  }

  #refuse(peer: Peer, code: ErrorCode): void {
    peer.send('connection:error', { code, message: 'It is not here.', context: {} });
    peer.socket.close(CLOSE_CODES.session_not_found.code);
  }

  #open(peer: Peer, path: string, id: string | undefined): void {
    const content = this.files.get(path);
    const reason = this.#options.unsuitable?.[path];
    if (content !== undefined && reason === undefined) {
      const readOnly = this.#options.readOnly?.includes(path) === true;
      peer.send('fs:content', { ...contentOf(path, content), ...(readOnly && { readOnly }) }, id);
      return;
    }
    const code = reason === undefined ? 'file_not_found' : 'file_unsuitable';
    peer.send('connection:error', { code, message: 'It cannot be opened.', context: { path, reason } }, id);
  }

  #save(peer: Peer, { payload, id }: Extract<ClientMessage, { type: 'file:save' }>): void {
    const { path, content, version } = payload;
    const there = this.files.get(path);
    if (version !== undefined && version !== (there === undefined ? null : versionOf(there))) {
      peer.send('fs:save_error', { path, error: 'It has changed.', code: 'file_conflict', context: { path } }, id);
      return;
    }
    this.files.set(path, content);
    peer.send('fs:save_ack', { path, success: true, timestamp: Date.now(), version: versionOf(content) }, id);
  }

  #mindAnswer({ pathname }: URL): ReturnType<Answer> {
    this.asked.push(pathname);
    if (pathname === '/coach/settings') return this.mind ? { body: this.mind } : NO_MIND;
    if (pathname === '/coach/katas') return { body: { katas: this.katas.map(outlineOf), stage: 'novice' } };
    const kata = this.katas.find(({ id }) => pathname === `/coach/katas/${encodeURIComponent(id)}`);
    return kata ? { body: kata } : { status: 404, body: { error: 'kata_not_found', message: 'Kata not found' } };
  }

  async #respond(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk as Buffer);
    const url = new URL(request.url ?? '/', this.url);
    const isOfMind = OF_MIND.test(url.pathname);
    const answer = isOfMind ? () => this.#mindAnswer(url) : this.answer;
    const { status = 200, body } = answer({
      ...{ url, method: request.method ?? 'GET' },
      body: Buffer.concat(chunks).toString(),
    });
    if (isOfMind) await this.#mindAnswers;
    response.writeHead(status, { 'Content-Type': 'application/json' });
    response.end(JSON.stringify(body));
  }
}

/** A kata as a list has it. */
function outlineOf({ id, title, topic, attemptsCount, bestLevel, constraintCount }: Kata): KataOutline {
  return { id, title, topic, attemptsCount, bestLevel, constraintCount };
}

/** The folders and files that these paths make, in order. */
function treeOf(paths: readonly string[]): TreeNode {
  const inFolder = (folder: string): TreeNode[] => {
    const below = paths.filter((path) => path.startsWith(folder)).map((path) => path.slice(folder.length));
    const names = [...new Set(below.map((path) => path.split('/')[0] ?? ''))].sort();
    return names.map((name) => {
      const path = folder + name;
      if (paths.includes(path)) return { name, path, type: 'file' };
      return { name, path, type: 'directory', children: inFolder(`${path}/`) };
    });
  };
  return { name: 'shop', path: '', type: 'directory', children: inFolder('') };
}
