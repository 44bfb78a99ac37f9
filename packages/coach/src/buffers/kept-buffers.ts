import { MAX_OPEN_FILES } from '@agent-factory/protocol/coach';
import { unsuitable } from '../files/refusals.js';
import { type Kept, weightOf } from './buffer-entry.js';
import { MAX_BUFFER_CHARS } from './limits.js';

const NO_ROOM = 'finds no room beside what is not saved. Save and close some files.';

/** Buffers by their path, in bounded memory. Only what the disk has as well is ever dropped for another. */
export class KeptBuffers {
  /** The one that was updated longest ago comes first. */
  readonly #buffers = new Map<string, Kept>();
  #weight = 0;

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
    const more = weightOf(kept) - (before === undefined ? 0 : weightOf(before));
    const fits = this.#makeRoom(path, more, before === undefined);
    if (!fits && mustFit) throw unsuitable(path, 'too_large', NO_ROOM);
    this.delete(path);
    if (!fits && !kept.entry.dirty) return;
    this.#weight += weightOf(kept);
    this.#buffers.set(path, kept);
  }

  delete(path: string): void {
    const kept = this.#buffers.get(path);
    if (kept === undefined) return;
    this.#weight -= weightOf(kept);
    this.#buffers.delete(path);
  }

  #makeRoom(path: string, more: number, isNew: boolean): boolean {
    const isFull = () => this.#weight + more > MAX_BUFFER_CHARS || (isNew && this.#buffers.size >= MAX_OPEN_FILES);
    if (more <= 0 && !isNew) return true;
    for (const [other, { entry }] of this.#buffers) {
      if (!isFull()) return true;
      if (other !== path && !entry.dirty) this.delete(other);
    }
    return !isFull();
  }
}
