import type { ClientMessage, ClientPayload, ProjectState } from '@agent-factory/protocol/coach';
import { applyChanges } from '../../../src/client/changes/changes.js';
import { CoachDaemon, type Peer, PROJECT_STATE } from './coach-daemon.js';

/** The files of a project, and what a daemon answers about them. Their version is made of their content. */
export class FileDaemon implements AsyncDisposable {
  readonly files = new Map<string, string>();
  /** What the editors have told. */
  readonly buffers = new Map<string, string>();
  readonly openFiles = new Set<string>();
  /** Answers no saves. */
  holdsSaves = false;
  #isGone = false;
  daemon: CoachDaemon;
  readonly url: string;
  readonly pages = new Set<Peer>();

  private constructor(daemon: CoachDaemon) {
    this.daemon = daemon;
    this.url = daemon.url;
    daemon.onPeer = (peer) => this.#serve(peer);
  }

  static async start(files: Readonly<Record<string, string>>): Promise<FileDaemon> {
    const served = new FileDaemon(await CoachDaemon.start());
    for (const [path, content] of Object.entries(files)) served.files.set(path, content);
    return served;
  }

  /** As when another program writes the file. */
  write(path: string, content: string): void {
    const action = this.files.has(path) ? 'change' : 'add';
    this.files.set(path, content);
    for (const page of this.pages) page.send('fs:tree_update', { action, path, version: versionOf(content) });
  }

  remove(path: string): void {
    this.files.delete(path);
    for (const page of this.pages) page.send('fs:tree_update', { action: 'unlink', path });
  }

  /** As when the project's folder is moved: the pages are told, and from now on nothing is read or saved. */
  lose(reason: string): void {
    this.#isGone = true;
    this.#tellWatching({ by: 'nothing', reason });
  }

  putBack(): void {
    this.#isGone = false;
    this.#tellWatching({ by: 'events' });
  }

  #tellWatching(watching: ProjectState['watching']): void {
    for (const page of this.pages) page.send('connection:init', { ...PROJECT_STATE, watching });
  }

  /** Ends without a word, forgets what it was told, and starts again at the same port. */
  async crash(): Promise<void> {
    const { port } = this.daemon;
    await this.daemon[Symbol.asyncDispose]();
    this.buffers.clear();
    this.openFiles.clear();
    this.pages.clear();
    this.#restart = async () => {
      this.daemon = await CoachDaemon.start(port);
      this.daemon.onPeer = (peer) => this.#serve(peer);
    };
  }

  #restart = async () => {};

  async restart(): Promise<void> {
    await this.#restart();
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.daemon[Symbol.asyncDispose]();
  }

  #serve(peer: Peer): void {
    this.pages.add(peer);
    peer.socket.on('close', () => this.pages.delete(peer));
    peer.onMessage = (message) => this.#answer(peer, message);
  }

  #answer(peer: Peer, message: ClientMessage): void {
    const { id } = message;
    if (message.type === 'connection:hello')
      peer.send('connection:init', { ...PROJECT_STATE, openFiles: [...this.openFiles] }, id);
    if (message.type === 'file:open') this.#open(peer, message.payload.path, id);
    if (message.type === 'file:close') this.openFiles.delete(message.payload.path);
    if (message.type === 'file:save' && !this.holdsSaves) this.save(message.payload, id);
    if (message.type === 'buffer:update') this.#update(peer, message.payload, id);
  }

  #open(peer: Peer, path: string, id: string | undefined): void {
    const content = this.#isGone ? undefined : this.files.get(path);
    if (content === undefined) {
      const why = this.#isGone ? GONE : ({ code: 'file_not_found', message: `There is no ${path}.` } as const);
      peer.send('connection:error', { ...why, context: { path } }, id);
      return;
    }
    this.openFiles.add(path);
    for (const page of this.pages) page.send('fs:content', contentOf(path, content), id);
  }

  save({ path, content, version }: ClientPayload<'file:save'>, id: string | undefined): void {
    if (this.#isGone) {
      const error = { path, error: GONE.message, code: GONE.code, context: { path } } as const;
      for (const page of this.pages) page.send('fs:save_error', error, id);
      return;
    }
    const there = this.files.get(path);
    const isOther = version !== undefined && version !== (there === undefined ? null : versionOf(there));
    if (isOther) {
      const error = { path, error: 'It has changed.', code: 'file_conflict', context: { path } } as const;
      for (const page of this.pages) page.send('fs:save_error', error, id);
      return;
    }
    this.files.set(path, content);
    const ack = { path, success: true, timestamp: Date.now(), version: versionOf(content) } as const;
    for (const page of this.pages) page.send('fs:save_ack', ack, id);
  }

  #update(
    peer: Peer,
    { path, content, changes, length }: ClientPayload<'buffer:update'>,
    id: string | undefined,
  ): void {
    const known = this.buffers.get(path);
    if (content !== undefined) this.buffers.set(path, content);
    else if (known === undefined || known.length !== length) {
      const error = { code: 'buffer_out_of_step', message: 'Send it all.', context: { path } } as const;
      peer.send('connection:error', error, id);
    } else this.buffers.set(path, applyChanges(known, changes ?? []));
  }
}

const GONE = { code: 'project_not_found', message: 'The folder is gone.' } as const;

export function versionOf(content: string): string {
  let hash = 7;
  for (const char of content) hash = (hash * 31 + (char.codePointAt(0) ?? 0)) % 1_000_000_007;
  return `v${hash}-${content.length}`;
}

export function contentOf(path: string, content: string) {
  return { path, content, language: 'python', lineCount: content.split('\n').length, version: versionOf(content) };
}
