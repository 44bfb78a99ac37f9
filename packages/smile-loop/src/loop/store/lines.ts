import { type FileHandle, open, readFile } from 'node:fs/promises';
import { StringDecoder } from 'node:string_decoder';
import type * as z from 'zod';
import { SmileError } from '../../contract/errors.js';
import { isMissing, onDisk } from './disk.js';

/** Bytes of one line at most: what every reader can hold. The longest thing of the contract, a mentor's notes, is a tenth. */
export const MAX_LINE_BYTES = 1024 * 1024;

/** What is left of each text and list of a record that is too long. */
const SHORT_CHARS = 1000;
const SHORT_ITEMS = 20;

/** A file of JSON lines that only grows. What is appended comes one after the other. */
export class Lines {
  readonly #path: string;
  readonly #file: FileHandle;
  #last: Promise<void> = Promise.resolve();
  #closed = false;
  #bytes: number;

  private constructor(path: string, file: FileHandle, bytes: number) {
    this.#path = path;
    this.#file = file;
    this.#bytes = bytes;
  }

  /** Cuts off the half of a line that a process left that was killed while it wrote. */
  static async open(path: string): Promise<Lines> {
    const file = await onDisk(path, () => open(path, 'a+', 0o600));
    const content = await file.readFile();
    const whole = content.lastIndexOf(0x0a) + 1;
    if (whole < content.length) await file.truncate(whole);
    return new Lines(path, file, whole);
  }

  /** Done when it is with the operating system. */
  append(record: unknown): Promise<void> {
    const line = `${boundedJson(record)}\n`;
    const written = this.#last.then(() => onDisk(this.#path, () => this.#write(line)));
    // The one who appended is told; the next line is tried anyway.
    this.#last = written.catch(() => {});
    return written;
  }

  /** All of a line or nothing: a full disk may take the half of it. */
  async #write(line: string): Promise<void> {
    try {
      await this.#file.appendFile(line);
      this.#bytes += Buffer.byteLength(line);
    } catch (error) {
      await this.#file.truncate(this.#bytes);
      throw error;
    }
  }

  async close(): Promise<void> {
    if (this.#closed) return;
    this.#closed = true;
    await this.#last;
    await this.#file.close();
  }
}

/** As JSON; of a record that would be too long a line, the beginnings of its texts and lists. */
export function boundedJson(record: unknown): string {
  const json = JSON.stringify(record);
  if (Buffer.byteLength(json) <= MAX_LINE_BYTES) return json;
  return JSON.stringify(record, (_key, value: unknown) => {
    if (typeof value === 'string') return value.length > SHORT_CHARS ? `${value.slice(0, SHORT_CHARS - 1)}…` : value;
    return Array.isArray(value) ? value.slice(0, SHORT_ITEMS) : value;
  });
}

/** All whole lines of a file, or none where there is no file. Throws `state_unreadable` for a line that is damaged. */
export async function readLines<T>(path: string, schema: z.ZodType<T>): Promise<T[]> {
  const lines = wholeLines(await contentOf(path));
  return lines.map((line, index) => {
    const parsed = schema.safeParse(jsonOf(line));
    if (parsed.success) return parsed.data;
    throw new SmileError(
      'state_unreadable',
      `Line ${index + 1} of ${path} is damaged. Remove that line, or start a new run.`,
      { path, line: index + 1 },
    );
  });
}

async function contentOf(path: string): Promise<Buffer> {
  try {
    return await readFile(path);
  } catch (error) {
    if (isMissing(error)) return Buffer.alloc(0);
    throw error;
  }
}

function wholeLines(content: Buffer): string[] {
  const text = new StringDecoder('utf8').write(content.subarray(0, content.lastIndexOf(0x0a) + 1));
  return text.split('\n').slice(0, -1);
}

function jsonOf(line: string): unknown {
  try {
    return JSON.parse(line);
  } catch {
    return undefined;
  }
}
