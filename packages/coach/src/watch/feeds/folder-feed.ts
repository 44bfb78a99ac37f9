import { join } from 'node:path';
import type { FSWatcher } from 'chokidar';
import { FOLDERS_AT_ONCE } from '../limits.js';
import { type Feed, type FeedOptions, ready } from './feed.js';

/**
 * Has the system watch folders, not each file in them: that takes one watch per folder, of which the system has few,
 * and a project of a hundred thousand files is watched in seconds and in little memory. What chokidar passes on then
 * is every event of the system as it is: no write is merged with the one before it.
 */
export class FolderFeed implements Feed {
  readonly #options: FeedOptions;
  readonly #groups = new Map<string, Group>();
  readonly #closing = new AbortController();
  readonly #closed = new Set<Promise<void>>();

  constructor(options: FeedOptions) {
    this.#options = options;
  }

  async add(folders: readonly string[]): Promise<void> {
    for (let at = 0; at < folders.length && !this.#closing.signal.aborted; at += FOLDERS_AT_ONCE) {
      await this.#watch(folders.slice(at, at + FOLDERS_AT_ONCE));
    }
  }

  remove(folder: string): void {
    const group = this.#groups.get(folder);
    if (group === undefined) return;
    this.#groups.delete(folder);
    group.folders.delete(folder);
    group.watcher.unwatch(folder);
    if (group.folders.size === 0) this.#close(group);
  }

  async close(): Promise<void> {
    this.#closing.abort();
    for (const group of new Set(this.#groups.values())) this.#close(group);
    this.#groups.clear();
    await Promise.all(this.#closed);
  }

  async #watch(folders: string[]): Promise<void> {
    for (const folder of folders) this.remove(folder);
    const { watch, onTouched, onError } = this.#options;
    const wanted = new Set(folders);
    const ignored = (path: string) => !wanted.has(path);
    const watcher = watch(folders, { ignored, depth: 0, ignoreInitial: true, followSymlinks: false, atomic: false });
    const group = { watcher, folders: wanted };
    for (const folder of folders) this.#groups.set(folder, group);
    watcher.on('error', onError);
    watcher.on('raw', (_event, name, details) => {
      const { watchedPath } = details as { watchedPath: string };
      onTouched(name ? join(watchedPath, name) : watchedPath);
    });
    await ready(watcher, this.#closing.signal);
  }

  #close({ watcher }: Group): void {
    const closed = watcher.close().finally(() => this.#closed.delete(closed));
    this.#closed.add(closed);
  }
}

/** A watcher for a few folders: it says only once that it is ready. */
interface Group {
  readonly watcher: FSWatcher;
  readonly folders: Set<string>;
}
