import type { Stats } from 'node:fs';
import { lstat } from 'node:fs/promises';
import { join } from 'node:path';
import { ifThere, systemCode } from '@agent-factory/exercise-runtime';

/** In a workspace with more files than this, every event counts as a change for some of them. */
const MAX_FILES = 5000;

export interface FileLook {
  /** It is not as it was when last looked at: it is new, gone, or was written. */
  readonly changed: boolean;
  /** It was not there when last looked at. */
  readonly created: boolean;
  /**
   * When it was written or put there, in milliseconds since 1970; undefined if there is no such file. A copy
   * may have the modification time of its original: what counts is when the system made the change.
   */
  readonly writtenAt: number | undefined;
}

/** What the files of a folder were like when last looked at, to tell a save from a mere event. */
export class FileStates {
  readonly #root: string;
  readonly #known = new Map<string, string>();

  constructor(root: string) {
    this.#root = root;
  }

  /** Looks, and remembers what the file is like now. */
  async look(path: string): Promise<FileLook> {
    const before = this.#known.get(path);
    const found = await this.#find(path);
    if (found === 'unknown') return { changed: false, created: false, writtenAt: undefined };
    if (found === undefined || found.isDirectory()) {
      return { changed: this.#known.delete(path), created: false, writtenAt: undefined };
    }
    const now = `${found.ino} ${found.size} ${found.mtimeMs}`;
    if (before !== undefined || this.#known.size < MAX_FILES) this.#known.set(path, now);
    return { changed: now !== before, created: before === undefined, writtenAt: found.ctimeMs };
  }

  /** If we cannot look just now (no descriptors left, a locked folder), the file has not changed as far as we know. */
  async #find(path: string): Promise<Stats | undefined | 'unknown'> {
    try {
      return await ifThere(lstat(join(this.#root, path)));
    } catch (error) {
      if (systemCode(error) === undefined) throw error;
      return 'unknown';
    }
  }
}
