import type { BigIntStats } from 'node:fs';
import { MAX_OWN_WRITES } from '../limits.js';

/** What the file system tells of a file that changes with every write. */
export type FileLook = Pick<BigIntStats, 'dev' | 'ino' | 'size' | 'mtimeNs'>;

export function signatureOf({ dev, ino, size, mtimeNs }: FileLook): string {
  return `${dev} ${ino} ${size} ${mtimeNs}`;
}

/** The files that we wrote last, and what they were like then. */
export class OwnWrites {
  readonly #writes = new Map<string, { signature: string; version: string }>();

  /** `real` is the real path of the file. */
  add(real: string, look: FileLook, version: string): void {
    this.#writes.delete(real);
    this.#writes.set(real, { signature: signatureOf(look), version });
    const [oldest] = this.#writes.keys();
    if (this.#writes.size > MAX_OWN_WRITES && oldest !== undefined) this.#writes.delete(oldest);
  }

  /** The version of what we wrote, if it is still what is there. */
  versionAt(real: string, look: FileLook): string | undefined {
    const write = this.#writes.get(real);
    return write?.signature === signatureOf(look) ? write.version : undefined;
  }
}
