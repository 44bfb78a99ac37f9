import { lstat } from 'node:fs/promises';
import { join } from 'node:path';

/** A workspace with more files than this has some that count as changed by every event. */
const MAX_FILES = 5000;

export interface FileLook {
  /** Not as it was when last looked at: new, gone, or written. */
  readonly changed: boolean;
  /** When it was written, in milliseconds since 1970; undefined where there is no such file. */
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
    const found = await lstat(join(this.#root, path)).catch(() => undefined);
    if (found === undefined || found.isDirectory()) {
      return { changed: this.#known.delete(path), writtenAt: undefined };
    }
    const now = `${found.ino} ${found.size} ${found.mtimeMs}`;
    if (before !== undefined || this.#known.size < MAX_FILES) this.#known.set(path, now);
    return { changed: now !== before, writtenAt: found.mtimeMs };
  }
}
