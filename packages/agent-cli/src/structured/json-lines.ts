import { StringDecoder } from 'node:string_decoder';

/** Longest line in bytes: an answer with several pictures in it. What is longer is passed on as text, cut here. */
const MAX_LINE_BYTES = 32 * 1024 * 1024;

const NEWLINE = 0x0a;

export interface LineReceiver {
  /** One line, without its end. `isCut` says that more of it came and was dropped. */
  onLine(line: string, isCut: boolean): void;
}

/** Puts lines together from pieces of bytes. Memory stays at the size of the longest line. */
export class LineSplitter {
  readonly #receiver: LineReceiver;
  readonly #maxBytes: number;
  #pieces: Buffer[] = [];
  #bytes = 0;
  #isCut = false;

  constructor(receiver: LineReceiver, maxBytes = MAX_LINE_BYTES) {
    this.#receiver = receiver;
    this.#maxBytes = maxBytes;
  }

  write(chunk: Buffer): void {
    let from = 0;
    for (let end = chunk.indexOf(NEWLINE); end !== -1; end = chunk.indexOf(NEWLINE, from)) {
      this.#keep(chunk.subarray(from, end));
      this.#emit();
      from = end + 1;
    }
    // A copy: the chunk belongs to a larger buffer, which would stay in memory for a few bytes.
    if (from < chunk.length) this.#keep(Buffer.from(chunk.subarray(from)));
  }

  /** The last line may have no end. */
  end(): void {
    if (this.#bytes > 0) this.#emit();
  }

  #keep(piece: Buffer): void {
    const taken = piece.subarray(0, this.#maxBytes - this.#bytes);
    if (taken.length < piece.length) this.#isCut = true;
    if (taken.length === 0) return;
    this.#pieces.push(taken);
    this.#bytes += taken.length;
  }

  #emit(): void {
    const [only = Buffer.alloc(0), ...more] = this.#pieces;
    const bytes = more.length === 0 ? only : Buffer.concat(this.#pieces);
    const isCut = this.#isCut;
    this.#pieces = [];
    this.#bytes = 0;
    this.#isCut = false;
    // A line that was cut may end inside a character, which is left out.
    const text = isCut ? new StringDecoder('utf8').write(bytes) : bytes.toString('utf8');
    this.#receiver.onLine(text.endsWith('\r') ? text.slice(0, -1) : text, isCut);
  }
}
