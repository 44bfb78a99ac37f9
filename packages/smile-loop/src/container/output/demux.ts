import { Transform, type TransformCallback } from 'node:stream';

/** An engine puts before each piece of output: which it is (1 byte), 3 unused, and its length (4 bytes). */
const HEADER_BYTES = 8;
const STDERR = 2;

/**
 * Takes an engine's attached stream apart: standard output comes out, errors go to `onStderr`. Pieces are passed on as
 * they come, so it holds no more than a header; the client's own function holds whole pieces and knows no pauses.
 */
export class Demux extends Transform {
  readonly #onStderr: (chunk: Buffer) => void;
  #header = Buffer.alloc(0);
  #left = 0;
  #isStderr = false;

  constructor(onStderr: (chunk: Buffer) => void) {
    super();
    this.#onStderr = onStderr;
  }

  override _transform(chunk: Buffer, _encoding: BufferEncoding, done: TransformCallback): void {
    let rest = chunk;
    while (rest.length > 0) rest = this.#left > 0 ? this.#takePiece(rest) : this.#takeHeader(rest);
    done();
  }

  #takeHeader(bytes: Buffer): Buffer {
    const missing = HEADER_BYTES - this.#header.length;
    this.#header = Buffer.concat([this.#header, bytes.subarray(0, missing)]);
    if (this.#header.length === HEADER_BYTES) {
      this.#isStderr = this.#header.readUInt8(0) === STDERR;
      this.#left = this.#header.readUInt32BE(4);
      this.#header = Buffer.alloc(0);
    }
    return bytes.subarray(missing);
  }

  #takePiece(bytes: Buffer): Buffer {
    const piece = bytes.subarray(0, this.#left);
    this.#left -= piece.length;
    if (this.#isStderr) this.#onStderr(piece);
    else this.push(piece);
    return bytes.subarray(piece.length);
  }
}
