const LINE_FEED = 0x0a;

/** Cuts a stream of bytes into lines, however its pieces are cut. Bytes, because a line may hold half a character. */
export class ByteLines {
  #rest: Buffer[] = [];

  /** The lines that this piece completes, without their line feeds. */
  *add(piece: Buffer): Generator<Buffer> {
    let start = 0;
    for (let end = piece.indexOf(LINE_FEED); end >= 0; end = piece.indexOf(LINE_FEED, start)) {
      yield this.#complete(piece.subarray(start, end));
      start = end + 1;
    }
    if (start < piece.length) this.#rest.push(piece.subarray(start));
  }

  #complete(end: Buffer): Buffer {
    if (this.#rest.length === 0) return end;
    const line = Buffer.concat([...this.#rest, end]);
    this.#rest = [];
    return line;
  }
}
