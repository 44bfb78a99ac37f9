import { MAX_OPEN_FILES } from '@agent-factory/protocol/coach';
import { unsuitable } from '../files/refusals.js';
import type { Kept } from './buffer-entry.js';
import { MAX_BUFFER_BYTES } from './limits.js';

const NO_ROOM = 'finds no room beside what is not saved. Save and close some files.';

/** Buffers by their path, in bounded memory. Only what the disk has as well is ever dropped for another. */
export class KeptBuffers {
  /** The one that was updated longest ago comes first. */
  readonly #buffers = new Map<string, Kept>();
  #bytes = 0;

  get(path: string): Kept | undefined {
    return this.#buffers.get(path);
  }

  paths(): string[] {
    return [...this.#buffers.keys()];
  }

  /**
   * Throws `file_unsuitable` (`too_large`) if `mustFit` and there is no room; then the buffer is as it was. Otherwise,
   * one that the disk has as well is not kept, and one that it has not is kept all the same.
   */
  set(path: string, kept: Kept, mustFit: boolean): void {
    const before = this.#buffers.get(path);
    const moreBytes = kept.bytes - (before?.bytes ?? 0);
    const fits = this.#makeRoom(path, moreBytes, before === undefined);
    if (!fits && mustFit) throw unsuitable(path, 'too_large', NO_ROOM);
    this.delete(path);
    if (!fits && !kept.entry.dirty) return;
    this.#bytes += kept.bytes;
    this.#buffers.set(path, kept);
  }

  delete(path: string): void {
    this.#bytes -= this.#buffers.get(path)?.bytes ?? 0;
    this.#buffers.delete(path);
  }

  #makeRoom(path: string, moreBytes: number, isNew: boolean): boolean {
    const isFull = () => this.#bytes + moreBytes > MAX_BUFFER_BYTES || (isNew && this.#buffers.size >= MAX_OPEN_FILES);
    if (moreBytes <= 0 && !isNew) return true;
    for (const [other, { entry }] of this.#buffers) {
      if (!isFull()) return true;
      if (other !== path && !entry.dirty) this.delete(other);
    }
    return !isFull();
  }
}
