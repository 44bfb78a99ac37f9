import type { Stats } from 'node:fs';
import { lstat } from 'node:fs/promises';
import { join } from 'node:path';
import { ifThere, systemCode } from '@agent-factory/exercise-runtime';

/** A workspace with more files than this has some that count as changed by every event. */
const MAX_FILES = 5000;

export interface FileLook {
  /** Not as it was when last looked at: new, gone, or written. */
  readonly changed: boolean;
  /** It was not there when last looked at. */
  readonly created: boolean;
  /**
   * When it was written or put there, in milliseconds since 1970; undefined where there is no such
   * file. A copy may have the time of its original: what counts is when the system made the change.
   */
  readonly writtenAt: number | undefined;
}

/** What files of a folder were like when last looked at, to tell a save from a mere event. */
export class FileStates {
  readonly #root: string;
  readonly #known = new Map<string, string>();

  constructor(root: string) {
    this.#root = root;
  }

  /** Remembers how it is now. */
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

  /** What we cannot look at just now, for want of descriptors or a folder that was locked, did not change as far as we know. */
  async #find(path: string): Promise<Stats | undefined | 'unknown'> {
    try {
      return await ifThere(lstat(join(this.#root, path)));
    } catch (error) {
      if (systemCode(error) === undefined) throw error;
      return 'unknown';
    }
  }
}
