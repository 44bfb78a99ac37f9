/** Bytes that there is room for at first: a few lines. */
const FIRST_BYTES = 1024;

/** The end of what arrives as bytes, whatever its speed and amount: it becomes text only where it is read. */
export class RollingBytes {
  readonly #max: number;
  #room = Buffer.alloc(0);
  #length = 0;

  /** @param max bytes of the end that are kept at least; no more than twice as many are */
  constructor(max: number) {
    this.#max = max;
  }

  add(bytes: Uint8Array): void {
    const piece = bytes.subarray(-this.#max);
    if (this.#length + piece.length > this.#room.length) this.#makeRoom(piece.length);
    this.#room.set(piece, this.#length);
    this.#length += piece.length;
  }

  /** As UTF-8; where a character was cut in two, there is U+FFFD instead. */
  read(): string {
    return this.#end().toString();
  }

  /** Grows, and where it is as large as it gets, moves the end to the beginning. */
  #makeRoom(bytes: number): void {
    const end = this.#end();
    const wanted = Math.max(FIRST_BYTES, 2 * (end.length + bytes));
    const size = Math.min(2 * this.#max, wanted);
    const room = size > this.#room.length ? Buffer.alloc(size) : this.#room;
    end.copy(room);
    this.#room = room;
    this.#length = end.length;
  }

  #end(): Buffer {
    return this.#room.subarray(Math.max(0, this.#length - this.#max), this.#length);
  }
}
