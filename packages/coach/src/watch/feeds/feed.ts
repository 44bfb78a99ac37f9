import type { ChokidarOptions, FSWatcher } from 'chokidar';

/** chokidar's `watch`, which tests replace. */
export type StartWatcher = (paths: string | string[], options: ChokidarOptions) => FSWatcher;

/** What tells that something may have happened. All paths are absolute. */
export interface Feed {
  /** Begins to watch the entries of these folders; resolves when it does, or when it is closed. */
  add(folders: readonly string[]): Promise<void>;
  remove(folder: string): void;
  close(): Promise<void>;
}

export interface FeedOptions {
  readonly watch: StartWatcher;
  /** Something happened at a path; what was there may be gone. */
  readonly onTouched: (path: string) => void;
  readonly onError: (error: unknown) => void;
}

/** When a watcher watches all that it was given; or at once when the feed is closed, after which it never says so. */
export async function ready(watcher: FSWatcher, closing: AbortSignal): Promise<void> {
  if (closing.aborted) return;
  await new Promise<void>((resolve) => {
    const done = () => {
      closing.removeEventListener('abort', done);
      resolve();
    };
    watcher.once('ready', done);
    closing.addEventListener('abort', done);
  });
}
