/** Bytes below which a buffer is not made smaller again. */
const SMALL_BYTES = 64 * 1024;

/** Bytes in order, in one buffer that grows by doubling: any number of tiny chunks costs no more than one large one. */
export class ByteQueue {
  #buffer = Buffer.alloc(0);
  #start = 0;
  #end = 0;

  get length(): number {
    return this.#end - this.#start;
  }

  push(chunk: Buffer): void {
    if (this.#end + chunk.length > this.#buffer.length) this.#makeRoom(this.length + chunk.length);
    chunk.copy(this.#buffer, this.#end);
    this.#end += chunk.length;
  }

  /** A view of what is there, valid until the next push. */
  peek(): Buffer {
    return this.#buffer.subarray(this.#start, this.#end);
  }

  /** The first bytes, copied. */
  take(size: number): Buffer {
    const taken = Buffer.from(this.#buffer.subarray(this.#start, this.#start + size));
    this.drop(size);
    return taken;
  }

  drop(size: number): void {
    this.#start += size;
    if (this.#start < this.#end) return;
    this.#start = 0;
    this.#end = 0;
    if (this.#buffer.length > SMALL_BYTES) this.#buffer = Buffer.alloc(0);
  }

  #makeRoom(needed: number): void {
    const isHalfEmpty = needed * 2 <= this.#buffer.length;
    const target = isHalfEmpty ? this.#buffer : Buffer.allocUnsafe(Math.max(needed * 2, 1024));
    this.#buffer.copy(target, 0, this.#start, this.#end);
    this.#end -= this.#start;
    this.#start = 0;
    this.#buffer = target;
  }
}
