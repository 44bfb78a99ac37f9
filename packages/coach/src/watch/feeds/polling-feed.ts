import type { Stats } from 'node:fs';
import type { FSWatcher } from 'chokidar';
import { type EntryKind, kindOf } from '../../tree/noise.js';
import { type Feed, type FeedOptions, ready } from './feed.js';

export interface PollingOptions extends FeedOptions {
  readonly root: string;
  readonly intervalMs: number;
  readonly isIgnored: (path: string, kind: EntryKind) => boolean;
}

/** Looks at every file again and again, where the system watches none for us. */
export class PollingFeed implements Feed {
  readonly #watcher: FSWatcher;
  readonly #closing = new AbortController();
  readonly #ready: Promise<void>;

  constructor({ watch, root, intervalMs, isIgnored, onTouched, onError }: PollingOptions) {
    const ignored = (path: string, stats?: Stats) =>
      path !== root && stats !== undefined && isIgnored(path, kindOf(stats));
    const times = { interval: intervalMs, binaryInterval: intervalMs };
    this.#watcher = watch(root, { ignored, ...times, usePolling: true, ignoreInitial: true, followSymlinks: false });
    this.#watcher.on('error', onError);
    this.#watcher.on('all', (_event, path) => onTouched(path));
    this.#ready = ready(this.#watcher, this.#closing.signal);
  }

  /** It finds folders by itself. */
  async add(): Promise<void> {
    await this.#ready;
  }

  remove(): void {}

  async close(): Promise<void> {
    this.#closing.abort();
    await this.#watcher.close();
  }
}
