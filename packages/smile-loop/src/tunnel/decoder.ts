import { ByteQueue } from './byte-queue.js';
import { type Frame, HEADER_BYTES, readHeader } from './frames.js';
import { KEPT_PREAMBLE_BYTES, MAGIC, MAX_PREAMBLE_BYTES } from './limits.js';

export type Decoded =
  | { readonly kind: 'frame'; readonly frame: Frame }
  /** The bytes are none of this protocol. Nothing comes after it. */
  | { readonly kind: 'malformed'; readonly reason: 'no_magic' | 'protocol'; readonly message: string };

/** Makes frames of bytes, however they were cut into chunks. It never throws. */
export class FrameDecoder {
  readonly #queue = new ByteQueue();
  #isOpen = false;
  #isDead = false;
  #skipped = 0;
  #preamble = Buffer.alloc(0);

  /** Whether the magic has come. */
  get isOpen(): boolean {
    return this.#isOpen;
  }

  /** Bytes of a frame that is not whole yet. */
  get bufferedBytes(): number {
    return this.#queue.length;
  }

  /** The end of what came before the magic, as text. */
  get preamble(): string {
    return Buffer.concat([this.#preamble, this.#isOpen ? Buffer.alloc(0) : this.#queue.peek()]).toString('utf8');
  }

  /** The frames that these bytes complete, in order. */
  *push(chunk: Buffer): Generator<Decoded, void> {
    if (this.#isDead) return;
    this.#queue.push(chunk);
    if (!this.#isOpen && !this.#findMagic()) {
      if (this.#skipped > MAX_PREAMBLE_BYTES) yield this.#fail('no_magic', 'The other end did not say what it is.');
      return;
    }
    yield* this.#frames();
  }

  *#frames(): Generator<Decoded, void> {
    while (!this.#isDead && this.#queue.length >= HEADER_BYTES) {
      const header = readHeader(this.#queue.peek());
      if (typeof header === 'string') {
        yield this.#fail('protocol', header);
        return;
      }
      if (this.#queue.length < HEADER_BYTES + header.length) return;
      this.#queue.drop(HEADER_BYTES);
      const { kind, stream, length } = header;
      yield { kind: 'frame', frame: { kind, stream, payload: this.#queue.take(length) } };
    }
  }

  /** Drops all up to the magic's end; without one, all that cannot be its beginning. */
  #findMagic(): boolean {
    const at = this.#queue.peek().indexOf(MAGIC);
    this.#isOpen = at !== -1 && this.#skipped + at <= MAX_PREAMBLE_BYTES;
    this.#skip(this.#isOpen ? at : Math.max(0, this.#queue.length - MAGIC.length + 1));
    if (this.#isOpen) this.#queue.drop(MAGIC.length);
    return this.#isOpen;
  }

  #skip(size: number): void {
    const skipped = this.#queue.take(size);
    this.#skipped += size;
    this.#preamble = Buffer.from(Buffer.concat([this.#preamble, skipped]).subarray(-KEPT_PREAMBLE_BYTES));
  }

  #fail(reason: 'no_magic' | 'protocol', message: string): Decoded {
    this.#isDead = true;
    return { kind: 'malformed', reason, message };
  }
}
