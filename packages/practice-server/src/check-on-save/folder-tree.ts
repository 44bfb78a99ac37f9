import { type Dirent, type FSWatcher, watch } from 'node:fs';
import { lstat, readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { ifThere } from '@agent-factory/exercise-runtime';
import { isIgnored } from './ignored.js';

/** Each takes one of the system's watches; an exercise has a handful. Check My Work still sees the rest. */
const MAX_FOLDERS = 500;

export interface FolderTreeOptions {
  /** Absolute path. */
  readonly root: string;
  /** A file that was there when its folder was first seen. */
  readonly onFound: (path: string) => void;
  /** Something happened at a path, relative to the root; what was there may be gone. */
  readonly onEvent: (path: string) => void;
}

/**
 * Watches a folder and all below it, without following links. It uses one watch per folder instead of Node's
 * recursive watch, which on Linux takes a watch per file and cannot leave a folder out.
 */
export class FolderTree {
  readonly #options: FolderTreeOptions;
  readonly #watchers = new Map<string, FSWatcher>();
  #closed = false;

  constructor(options: FolderTreeOptions) {
    this.#options = options;
  }

  /** Rejects with the system's error if not even the root can be watched. */
  async open(): Promise<void> {
    await this.#add('', this.#options.onFound);
  }

  close(): void {
    this.#closed = true;
    for (const watcher of this.#watchers.values()) watcher.close();
    this.#watchers.clear();
  }

  async #add(folder: string, onFile: (path: string) => void): Promise<void> {
    if (this.#closed || this.#watchers.has(folder) || this.#watchers.size >= MAX_FOLDERS) return;
    const absolute = join(this.#options.root, folder);
    const watcher = watch(absolute, { persistent: false }, (_event, name) => {
      if (name !== null) this.#handleEvent(below(folder, name), name);
    });
    watcher.on('error', () => this.#remove(folder));
    this.#watchers.set(folder, watcher);
    for (const entry of await readdir(absolute, { withFileTypes: true })) await this.#addEntry(folder, entry, onFile);
  }

  async #addEntry(folder: string, entry: Dirent, onFile: (path: string) => void): Promise<void> {
    if (isIgnored(entry.name)) return;
    const path = below(folder, entry.name);
    if (entry.isFile()) onFile(path);
    // A folder that vanished while we looked, or that must not be read, has nothing to watch.
    if (entry.isDirectory()) await this.#add(path, onFile).catch(() => this.#remove(path));
  }

  #handleEvent(path: string, name: string): void {
    if (isIgnored(name) || this.#closed) return;
    this.#options.onEvent(path);
    void this.#follow(path);
  }

  /** Watches a new folder, too, and reports what is already in it; stops watching one that is gone. */
  async #follow(path: string): Promise<void> {
    const found = await ifThere(lstat(join(this.#options.root, path))).catch(() => 'unknown' as const);
    // That we cannot look at it just now does not mean that it is gone: it stays watched.
    if (found === 'unknown') return;
    if (found === undefined) this.#remove(path);
    else if (found.isDirectory()) await this.#add(path, this.#options.onEvent).catch(() => this.#remove(path));
  }

  #remove(path: string): void {
    for (const [folder, watcher] of this.#watchers) {
      if (folder !== path && !folder.startsWith(`${path}/`)) continue;
      watcher.close();
      this.#watchers.delete(folder);
    }
  }
}

function below(folder: string, name: string): string {
  return folder === '' ? name : `${folder}/${name}`;
}
