import { type FileHandle, open } from 'node:fs/promises';
import { systemCode } from '@agent-factory/exercise-runtime';
import type { RecordingEnd } from '@agent-factory/protocol/recordings';
import { type Ended, endedLine } from '../cast/cast-lines.js';

/** How long lines wait for others to be written with, in milliseconds: no more is lost if the daemon is killed. */
const WRITE_EVERY_MS = 200;
/** Bytes from the end in which a whole line is looked for, when the last one has to make room. */
const TAIL_BYTES = 64 * 1024;
/** What the last line of a recording takes, and more. */
const LAST_LINE_BYTES = 256;

const OWNER_ONLY = 0o600;

/** The file of a recording while it is written: whole lines, one after the other, and nothing is ever rewritten. */
export class CastFile {
  readonly #file: FileHandle;
  readonly #onFailure: (endedBy: RecordingEnd) => void;
  #waiting: string[] = [];
  #bytes = 0;
  /** Bytes that are on the disk, all of them whole lines. */
  #written = 0;
  #timer: NodeJS.Timeout | undefined;
  #writing: Promise<void> = Promise.resolve();
  #failure: unknown;

  private constructor(file: FileHandle, onFailure: (endedBy: RecordingEnd) => void) {
    this.#file = file;
    this.#onFailure = onFailure;
  }

  /** Rejects with the system's error if there can be no such file. `onFailure` is called once. */
  static async create(path: string, onFailure: (endedBy: RecordingEnd) => void): Promise<CastFile> {
    return new CastFile(await open(path, 'ax+', OWNER_ONLY), onFailure);
  }

  /** Bytes so far, written or about to be. */
  get bytes(): number {
    return this.#bytes;
  }

  /** Bytes that can be read from the file. */
  get writtenBytes(): number {
    return this.#written;
  }

  /** The system's error, once something could not be written. */
  get failure(): unknown {
    return this.#failure;
  }

  add(line: string): void {
    if (this.#failure !== undefined) return;
    this.#waiting.push(line);
    this.#bytes += Buffer.byteLength(line);
    this.#timer ??= setTimeout(() => void this.flush(), WRITE_EVERY_MS);
  }

  /** Resolves when all lines so far are in the file, or never will be. */
  flush(): Promise<void> {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    this.#writing = this.#writing.then(() => this.#write());
    return this.#writing;
  }

  /** Adds the last line and closes the file. */
  async close(ended: Ended): Promise<void> {
    await this.flush();
    try {
      await this.#writeLast(endedLine(ended));
    } finally {
      await this.#file.close();
    }
  }

  async #write(): Promise<void> {
    const lines = Buffer.from(this.#waiting.splice(0).join(''));
    if (lines.length === 0 || this.#failure !== undefined) return;
    try {
      await this.#file.appendFile(lines);
      this.#written += lines.length;
    } catch (error) {
      this.#failure = error;
      this.#bytes = this.#written;
      this.#onFailure(systemCode(error) === 'ENOSPC' || systemCode(error) === 'EDQUOT' ? 'disk_full' : 'write_failed');
    }
  }

  /** On a full disk, the last events make room for it. If that fails too, the next look at the file finds out. */
  async #writeLast(line: string): Promise<void> {
    if (this.#failure !== undefined) await this.#file.truncate(this.#written);
    try {
      await this.#file.appendFile(line);
      this.#bytes = this.#written + line.length;
    } catch {
      const end = await this.#wholeLinesBefore(Math.max(0, this.#written - LAST_LINE_BYTES));
      await this.#file.truncate(end);
      await this.#file.appendFile(line).catch(() => this.#file.truncate(end));
      this.#bytes = end;
    }
  }

  /** The end of the last line that ends at this place or before it. */
  async #wholeLinesBefore(place: number): Promise<number> {
    const from = Math.max(0, place - TAIL_BYTES);
    const { buffer, bytesRead } = await this.#file.read(Buffer.alloc(place - from), 0, place - from, from);
    return from + buffer.subarray(0, bytesRead).lastIndexOf('\n') + 1;
  }
}
