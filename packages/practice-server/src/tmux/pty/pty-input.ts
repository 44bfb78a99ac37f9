import { writeSync } from 'node:fs';

/** How soon a full PTY is tried again, in milliseconds. It takes up to 64 KiB at once, so this allows 64 MB/s. */
const RETRY_AFTER_MS = 1;

/**
 * What is typed into a PTY, in order. Node itself writes to the master side of a PTY by trying again and
 * again until everything is taken, and blocks the process meanwhile; so we write as much as fits at once,
 * and the rest a moment later.
 */
export class PtyInput {
  readonly #fd: number;
  readonly #isOpen: () => boolean;
  #queue: Buffer[] = [];
  #queuedBytes = 0;
  #timer: NodeJS.Timeout | undefined;
  #waiting: (() => void)[] = [];

  /** `fd` is non-blocking. `isOpen` tells whether it is still the PTY's: once closed, it may be another file's. */
  constructor(fd: number, isOpen: () => boolean) {
    this.#fd = fd;
    this.#isOpen = isOpen;
  }

  /** Bytes that the PTY has not taken yet. */
  get queuedBytes(): number {
    return this.#queuedBytes;
  }

  write(data: Buffer): void {
    this.#queue.push(data);
    this.#queuedBytes += data.length;
    if (this.#timer === undefined) this.#flush();
  }

  /** Resolves when the PTY has taken everything, or never will. */
  async flushed(): Promise<void> {
    if (this.#queuedBytes > 0) await new Promise<void>((resolve) => this.#waiting.push(resolve));
  }

  /** Forgets what was not taken. */
  dispose(): void {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    this.#queue = [];
    this.#queuedBytes = 0;
    for (const resolve of this.#waiting.splice(0)) resolve();
  }

  #flush(): void {
    this.#timer = undefined;
    const rest = this.#writeQueue();
    if (rest === undefined) this.dispose();
    else this.#tryAgainWith(rest);
  }

  /** Returns what the PTY has not taken; undefined if it took everything, or never will. */
  #writeQueue(): Buffer | undefined {
    for (let data = this.#queue[0]; data !== undefined; data = this.#queue[0]) {
      const written = this.#isOpen() ? tryWrite(this.#fd, data) : undefined;
      if (written === undefined) return undefined;
      this.#queuedBytes -= written;
      if (written < data.length) return data.subarray(written);
      this.#queue.shift();
    }
    return undefined;
  }

  #tryAgainWith(rest: Buffer): void {
    this.#queue[0] = rest;
    this.#timer = setTimeout(() => this.#flush(), RETRY_AFTER_MS);
  }
}

/** How many bytes were taken; undefined if none ever will be, as after the end of the program. */
function tryWrite(fd: number, data: Buffer): number | undefined {
  try {
    return writeSync(fd, data);
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EAGAIN' ? 0 : undefined;
  }
}
