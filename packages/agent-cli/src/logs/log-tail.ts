import { constants, type Stats } from 'node:fs';
import { type FileHandle, open } from 'node:fs/promises';
import { ifThere } from '../conversations/read.js';
import { LineSplitter } from '../structured/json-lines.js';
import type { LogReader } from './log-form.js';

/**
 * How much is read at once, in bytes. Whoever reads is told how far they are then, also if there is more, and may wait
 * with the rest: the shortest lines are thousands of events by then.
 */
const CHUNK_BYTES = 64 * 1024;
/** The bytes before the place where reading goes on tell whether this is still the same log. */
const SEAM_BYTES = 64;
const NEWLINE = 0x0a;

export interface LogTailOptions {
  readonly path: string;
  /** Where to begin, in bytes: behind a whole line. */
  readonly from: number;
  readonly reader: LogReader;
}

/** Reads a log that grows, line by line. One that was cut off or replaced is read from its beginning. */
export class LogTail {
  readonly #options: LogTailOptions;
  #lines: LineSplitter;
  /** How far the file was read, and how far that is whole lines. */
  #read: number;
  #whole: number;
  /** The last bytes that were read. */
  #seam: Buffer;
  #inode: number | undefined;

  constructor(options: LogTailOptions) {
    this.#options = options;
    this.#read = options.from;
    this.#whole = options.from;
    this.#seam = options.from > 0 ? Buffer.from([NEWLINE]) : Buffer.alloc(0);
    this.#lines = this.#newLines();
  }

  /** The place behind the last whole line that was read. */
  get position(): number {
    return this.#whole;
  }

  /** Reads some of what is new. Returns the number of bytes; 0 at the end, or if there is no log. */
  async read(): Promise<number> {
    // A pipe in its place would keep us waiting for somebody who writes.
    const file = await ifThere(open(this.#options.path, constants.O_RDONLY | constants.O_NONBLOCK));
    if (file === undefined) return 0;
    try {
      const stats = await file.stat();
      if (!stats.isFile()) return 0;
      if (!(await this.#isSame(file, stats))) this.#restart();
      this.#inode = stats.ino;
      return await this.#readChunk(file);
    } finally {
      await file.close();
    }
  }

  async #isSame(file: FileHandle, { ino, size }: Stats): Promise<boolean> {
    if (size < this.#read || (this.#inode !== undefined && ino !== this.#inode)) return false;
    const { length } = this.#seam;
    const { buffer, bytesRead } = await file.read(Buffer.alloc(length), 0, length, this.#read - length);
    return bytesRead === length && buffer.equals(this.#seam);
  }

  #restart(): void {
    this.#lines = this.#newLines();
    this.#read = 0;
    this.#whole = 0;
    this.#seam = Buffer.alloc(0);
  }

  async #readChunk(file: FileHandle): Promise<number> {
    const { buffer, bytesRead } = await file.read(Buffer.alloc(CHUNK_BYTES), 0, CHUNK_BYTES, this.#read);
    if (bytesRead > 0) this.#take(buffer.subarray(0, bytesRead));
    return bytesRead;
  }

  #take(chunk: Buffer): void {
    this.#lines.write(chunk);
    const end = chunk.lastIndexOf(NEWLINE);
    if (end !== -1) this.#whole = this.#read + end + 1;
    this.#read += chunk.length;
    this.#seam = Buffer.concat([this.#seam, chunk.subarray(-SEAM_BYTES)]).subarray(-SEAM_BYTES);
  }

  #newLines(): LineSplitter {
    // A line that is longer than any message is nobody's message.
    return new LineSplitter({ onLine: (line, isCut) => void (isCut || this.#options.reader.read(line)) });
  }
}
