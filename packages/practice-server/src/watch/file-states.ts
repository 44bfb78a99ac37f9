import { lstat } from 'node:fs/promises';
import { join } from 'node:path';

/** A workspace with more files than this has some that count as changed by every event. */
const MAX_FILES = 5000;

/** What files of a folder were like when last looked at, to tell a save from a mere event. */
export class FileStates {
  readonly #root: string;
  readonly #known = new Map<string, string>();

  constructor(root: string) {
    this.#root = root;
  }

  /** Whether a file is not as it was when last looked at: new, gone, or written. Remembers how it is now. */
  async changed(path: string): Promise<boolean> {
    const before = this.#known.get(path);
    const now = await this.#look(path);
    if (now === undefined) this.#known.delete(path);
    else if (before !== undefined || this.#known.size < MAX_FILES) this.#known.set(path, now);
    return now !== before;
  }

  async #look(path: string): Promise<string | undefined> {
    const found = await lstat(join(this.#root, path)).catch(() => undefined);
    if (found === undefined || found.isDirectory()) return undefined;
    return `${found.ino} ${found.size} ${found.mtimeMs}`;
  }
}
