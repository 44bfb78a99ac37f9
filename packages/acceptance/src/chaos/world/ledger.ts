import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { join, relative, sep } from 'node:path';

const sha256 = (content: string | Buffer) => createHash('sha256').update(content).digest('hex');

/** Every file that the student has left, by its path, as a hash of what it holds. */
export class Ledger {
  readonly #files = new Map<string, string>();
  readonly #elsewhere = new Map<string, () => Promise<readonly string[]>>();

  get size(): number {
    return this.#files.size;
  }

  remember(path: string, content: string | Buffer): void {
    this.#files.set(path, sha256(content));
  }

  /** The folder was moved, with everything in it. */
  move(from: string, to: string): void {
    for (const [path, hash] of [...this.#files]) {
      if (!path.startsWith(from + sep)) continue;
      this.#files.delete(path);
      this.#files.set(join(to, relative(from, path)), hash);
    }
  }

  /** It is not known whether the folder is still there, or at one of the places that `to` gives at the next check. */
  mayHaveMoved(from: string, to: () => Promise<readonly string[]>): void {
    this.#elsewhere.set(from, to);
  }

  /** What is not as it was left; each problem is reported once, and then forgotten. */
  async check(): Promise<string[]> {
    for (const [from, places] of this.#elsewhere) await this.#find(from, await places());
    this.#elsewhere.clear();
    const problems = await Promise.all([...this.#files].map(([path, hash]) => this.#checkFile(path, hash)));
    return problems.filter((problem) => problem !== undefined);
  }

  /** Follows the folder to the first place with a file that it lacks itself: a new one has the starter's files too. */
  async #find(from: string, places: readonly string[]): Promise<void> {
    for (const [path, hash] of this.#files) {
      if (!path.startsWith(from + sep) || (await this.#checkFile(path, hash, false)) === undefined) continue;
      for (const place of places) {
        const found = await readFile(join(place, relative(from, path))).then(sha256, () => '');
        if (found === hash) return this.move(from, place);
      }
      return;
    }
  }

  async #checkFile(path: string, hash: string, tells = true): Promise<string | undefined> {
    const found = await readFile(path).then(sha256, (error: NodeJS.ErrnoException) => error);
    if (found === hash) return undefined;
    if (tells) this.#files.delete(path);
    return typeof found === 'string' ? `${path} holds something else` : `${path} cannot be read: ${found.code}`;
  }
}
