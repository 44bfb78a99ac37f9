import type { Dirent } from 'node:fs';
import { lstat } from 'node:fs/promises';
import { basename, join } from 'node:path';
import type { ProjectFiles } from '../files/project-files.js';
import { pathIn } from '../files/project-path.js';
import { signatureOf } from '../files/saving/own-writes.js';
import { ifPossible, isNothingThere, systemCode } from '../files/system.js';
import { Breath } from '../tree/breath.js';
import { type FolderRules, IgnoreRules } from '../tree/ignore-rules.js';
import { type EntryKind, kindOf } from '../tree/noise.js';
import { listEntries } from '../tree/read-folder.js';
import { added, differences, gone } from './differences.js';
import type { Feed } from './feeds/feed.js';
import { type Entry, type Kind, KnownEntries, parentOf } from './known-entries.js';
import type { WatchEvent } from './watch-event.js';

/** What is in the project, as far as it is shown; compared with the disk, it says what has happened. */
export class WatchedTree {
  readonly #files: ProjectFiles;
  readonly #feed: () => Feed;
  readonly #closing: AbortSignal;
  #known = new KnownEntries();
  #rules: IgnoreRules;
  #folderRules = new Map<string, FolderRules>();
  /** What the files that were last told of were like then. */
  readonly #told = new Map<string, string>();

  constructor(files: ProjectFiles, feed: () => Feed, closing: AbortSignal) {
    this.#files = files;
    this.#closing = closing;
    this.#feed = feed;
    this.#rules = new IgnoreRules(files.folder);
  }

  get fileCount(): number {
    return this.#known.count;
  }

  /** Forgets everything, and looks at the whole project. */
  async readAnew(): Promise<void> {
    for (const folder of this.#known.folders()) this.#feed().remove(this.#absolute(folder));
    this.#known = new KnownEntries();
    this.#told.clear();
    this.#rules = new IgnoreRules(this.#files.folder);
    this.#folderRules = new Map();
    await this.#walk(['']);
  }

  isIgnored(path: string, kind: EntryKind): boolean {
    return this.#folderRules.get(parentOf(path))?.ignores(basename(path), kind) ?? false;
  }

  /** What has happened at a path. */
  async look(path: string): Promise<WatchEvent[]> {
    if (path === '' || !this.#known.hasFolder(parentOf(path))) return [];
    const found = await this.#find(path);
    if (found === 'unknown') return [];
    const before = this.#known.kindOf(path);
    const kind = found?.kind;
    if (kind === 'folder' && before === kind) return this.#lookAgainInto(path);
    const removed = before !== undefined && before !== kind ? this.#remove(path).map(gone) : [];
    if (kind === undefined) return removed;
    if (kind === 'folder') return [...removed, ...(await this.#add(path)).map(added)];
    this.#known.add({ path, kind });
    this.#told.set(path, found?.signature ?? '');
    const version = found?.version === undefined ? {} : { version: found.version };
    return [...removed, { action: before === kind ? 'change' : 'add', path, ...version }];
  }

  /** The files that were told of since the last call, and are no longer as they were then. */
  async changedSince(): Promise<string[]> {
    const told = [...this.#told];
    this.#told.clear();
    const now = await Promise.all(told.map(([path]) => this.#find(path)));
    return told.flatMap(([path, signature], at) => {
      const found = now[at];
      return found === 'unknown' || (found?.signature ?? '') === signature ? [] : [path];
    });
  }

  /**
   * A folder of which something was told: it may be another one than before, of which the watches of the old one and
   * of all below it see nothing. What was there before and is there now may be different.
   */
  async #lookAgainInto(path: string): Promise<WatchEvent[]> {
    const before = this.#remove(path);
    const now = await this.#add(path);
    return differences(before, now);
  }

  /** Watches a folder and all below it; returns them and all files in them, those above first. */
  async #add(path: string): Promise<Entry[]> {
    const folder: Entry = { path, kind: 'folder' };
    const found = [folder];
    this.#known.add(folder);
    await this.#walk([path], (entry) => found.push(entry));
    return found;
  }

  /** Forgets a path and all below it; returns them, the deepest first. */
  #remove(path: string): Entry[] {
    const removed = this.#known.remove(path);
    for (const entry of removed) {
      this.#told.delete(entry.path);
      if (entry.kind === 'file') continue;
      this.#feed().remove(this.#absolute(entry.path));
      this.#folderRules.delete(entry.path);
      this.#rules.forget(entry.path);
    }
    return removed;
  }

  /** Watches folders and all below them, level by level: first watched, then read, so that nothing falls between. */
  async #walk(folders: readonly string[], onFound: (entry: Entry) => void = () => {}): Promise<void> {
    for (let level = folders; level.length > 0 && !this.#closing.aborted; ) {
      await this.#feed().add(level.map((path) => this.#absolute(path)));
      const entries = await this.#readAll(level);
      for (const entry of entries) onFound(entry);
      level = entries.filter(({ kind }) => kind === 'folder').map(({ path }) => path);
    }
  }

  async #readAll(folders: readonly string[]): Promise<Entry[]> {
    const breath = new Breath();
    const all: Entry[] = [];
    for (const folder of folders) {
      for (const entry of await this.#read(folder)) {
        this.#known.add(entry);
        all.push(entry);
      }
      if (breath.isDue()) await breath.take();
    }
    return all;
  }

  /** The entries of a folder that are shown. One that cannot be read has none. */
  async #read(folder: string): Promise<Entry[]> {
    this.#known.addFolder(folder);
    const entries = await this.#list(folder);
    const rules = await this.#rules.forFolder(folder);
    this.#folderRules.set(folder, rules);
    return entries
      .filter((entry) => !rules.ignores(entry.name, kindOf(entry)))
      .map((entry) => ({ path: pathIn(folder, entry.name), kind: entry.isDirectory() ? 'folder' : 'file' }));
  }

  async #list(folder: string): Promise<Dirent[]> {
    return (await ifPossible(listEntries(this.#files.folder, folder))) ?? [];
  }

  async #find(path: string): Promise<Found | undefined | 'unknown'> {
    const real = this.#absolute(path);
    try {
      const stats = await lstat(real, { bigint: true });
      const kind: Kind = stats.isDirectory() ? 'folder' : 'file';
      if (this.isIgnored(path, kindOf(stats))) return undefined;
      return { kind, signature: signatureOf(stats), version: this.#files.ownVersion(real, stats) };
    } catch (error) {
      if (systemCode(error) === undefined) throw error;
      return isNothingThere(error) ? undefined : 'unknown';
    }
  }

  #absolute(path: string): string {
    return path === '' ? this.#files.folder.root : join(this.#files.folder.root, path);
  }
}

interface Found {
  readonly kind: Kind;
  readonly signature: string;
  readonly version: string | undefined;
}
