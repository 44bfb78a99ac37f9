import { relative, sep } from 'node:path';
import { basename } from 'node:path/posix';
import { PracticeError } from '@agent-factory/protocol';
import { watch as startWatcher } from 'chokidar';
import type { ProjectFiles } from '../files/project-files.js';
import { KeyedQueue } from '../files/saving/queue.js';
import { systemCode } from '../files/system.js';
import { IGNORE_FILE } from '../tree/ignore-rules.js';
import type { EntryKind } from '../tree/noise.js';
import { Batch } from './batch.js';
import type { Feed, StartWatcher } from './feeds/feed.js';
import { FolderFeed } from './feeds/folder-feed.js';
import { PollingFeed } from './feeds/polling-feed.js';
import { BATCH_MS, MAX_BATCH, MAX_POLL_MS, MIN_POLL_MS, POLLS_PER_MS, RECHECK_MS, STILL_THERE_MS } from './limits.js';
import { RESCAN, type WatchEvent } from './watch-event.js';
import { WatchedTree } from './watched-tree.js';

/** Failures that say that the system, or this program, has no more watches to give. */
const LIMITS = new Set(['ENOSPC', 'EMFILE', 'ENFILE']);

export interface ProjectWatchOptions {
  readonly files: ProjectFiles;
  /** Called with what happened within some 50 ms. */
  readonly onEvents: (events: readonly WatchEvent[]) => void;
  /** Called at most once: from now on, files are looked at again and again; says why, for people. */
  readonly onPolling?: (reason: string) => void;
  /** Called at most once: the project's folder was deleted, moved or replaced. Nothing is told any more. */
  readonly onGone?: () => void;
  /** Something that is no limit of the system, and that should not happen. */
  readonly onError: (error: unknown) => void;
  readonly watch?: StartWatcher;
}

/** Tells what happens to the files of a project that are shown in its tree (spec FR-035, FR-036). */
export class ProjectWatch implements AsyncDisposable {
  /** Resolves when everything is watched. A tree that was read before may lack what came meanwhile. */
  readonly ready: Promise<void>;
  readonly #options: ProjectWatchOptions;
  readonly #tree: WatchedTree;
  readonly #batch: Batch;
  readonly #stillThere: NodeJS.Timeout;
  readonly #turns = new KeyedQueue();
  readonly #closing = new AbortController();
  #feed: Feed;
  #recheck: NodeJS.Timeout | undefined;
  #isPolling = false;
  #closed: Promise<void> | undefined;

  constructor(options: ProjectWatchOptions) {
    this.#options = options;
    this.#feed = new FolderFeed(this.#feedOptions());
    this.#tree = new WatchedTree(options.files, () => this.#feed, this.#closing.signal);
    this.#batch = new Batch(BATCH_MS, (paths) => this.#inTurn(() => this.#handle(paths)));
    this.#stillThere = setInterval(() => void this.#guarded(() => this.#checkRoot()), STILL_THERE_MS).unref();
    this.ready = this.#inTurn(() => this.#tree.readAnew());
  }

  get isPolling(): boolean {
    return this.#isPolling;
  }

  /** What was not told yet is discarded. Resolves when nothing is watched any more; nothing is told from now on. */
  close(): Promise<void> {
    this.#closed ??= this.#close();
    return this.#closed;
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.close();
  }

  async #close(): Promise<void> {
    this.#closing.abort();
    clearInterval(this.#stillThere);
    clearTimeout(this.#recheck);
    await Promise.all([this.#feed.close(), this.#batch.close(), this.ready]);
  }

  async #handle(paths: ReadonlySet<string>): Promise<void> {
    if (this.#isClosed || !(await this.#checkRoot())) return;
    if (paths.size > MAX_BATCH || [...paths].some((path) => basename(path) === IGNORE_FILE)) return this.#readAnew();
    const events: WatchEvent[] = [];
    for (const path of paths) events.push(...(await this.#tree.look(path)));
    this.#tell(events.length > MAX_BATCH ? [RESCAN] : events);
    if (!this.#isClosed) this.#recheck ??= setTimeout(() => void this.#inTurn(() => this.#lookAgain()), RECHECK_MS);
  }

  async #readAnew(): Promise<void> {
    await this.#tree.readAnew();
    this.#tell([RESCAN]);
  }

  async #lookAgain(): Promise<void> {
    this.#recheck = undefined;
    for (const path of await this.#tree.changedSince()) this.#batch.add(path);
  }

  #tell(events: readonly WatchEvent[]): void {
    if (!this.#isClosed && events.length > 0) this.#options.onEvents(events);
  }

  async #checkRoot(): Promise<boolean> {
    if (await this.#options.files.folder.isThere()) return true;
    if (!this.#isClosed) {
      this.#closing.abort();
      this.#options.onGone?.();
      // Not awaited: it waits for the batch, which may be the one that has noticed it.
      void this.close().catch(this.#options.onError);
    }
    return false;
  }

  #handleError(error: unknown): void {
    if (this.#isClosed) return;
    const code = systemCode(error) ?? '';
    if (LIMITS.has(code)) void this.#guarded(() => this.#poll(code));
    // A folder that must not be read has nothing to tell.
    else if (code !== 'EACCES' && code !== 'EPERM') this.#options.onError(error);
  }

  /** The walk that has met the limit goes on without watches. */
  async #poll(code: string): Promise<void> {
    if (this.#isPolling) return;
    this.#isPolling = true;
    const before = this.#feed;
    this.#feed = { add: async () => {}, remove: () => {}, close: async () => {} };
    await Promise.all([before.close(), this.ready]);
    if (this.#isClosed) return;
    const intervalMs = Math.min(Math.max(MIN_POLL_MS, this.#tree.fileCount / POLLS_PER_MS), MAX_POLL_MS);
    const { root } = this.#options.files.folder;
    const isIgnored = (path: string, kind: EntryKind) => this.#tree.isIgnored(this.#relative(path), kind);
    this.#feed = new PollingFeed({ ...this.#feedOptions(), root, intervalMs, isIgnored });
    this.#options.onPolling?.(
      `The system watches no more folders for this program (${code}), so changes show up to ${Math.ceil(intervalMs / 1000)} s late.`,
    );
    await this.#inTurn(() => this.#readAnew());
  }

  #feedOptions() {
    return {
      watch: this.#options.watch ?? startWatcher,
      onTouched: (path: string) => this.#batch.add(this.#relative(path)),
      onError: (error: unknown) => this.#handleError(error),
    };
  }

  #relative(path: string): string {
    return relative(this.#options.files.folder.root, path).split(sep).join('/');
  }

  get #isClosed(): boolean {
    return this.#closing.signal.aborted;
  }

  /** What looks at the disk and remembers it does so alone. */
  #inTurn(action: () => Promise<unknown>): Promise<void> {
    return this.#turns.run('', () => this.#guarded(action));
  }

  /** That the folder is gone is told by `onGone`; anything else is a bug. */
  async #guarded(action: () => Promise<unknown>): Promise<void> {
    try {
      await action();
    } catch (error) {
      if (error instanceof PracticeError && error.code === 'project_not_found') await this.#checkRoot();
      else this.#options.onError(error);
    }
  }
}
