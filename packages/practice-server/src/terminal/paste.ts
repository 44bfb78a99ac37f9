import { PassThrough, type Readable } from 'node:stream';

/** The most bytes of a paste that are held here while tmux takes them: a few frames of a page. */
const WINDOW_BYTES = 256 * 1024;

/** Passes everything in the stream to the program of a session; rejects if that was not possible. */
export type RunPaste = (input: Readable, signal: AbortSignal) => Promise<void>;

export interface PasteOutcome {
  readonly bytes: number;
  /** Why none of it reached the program. */
  readonly error?: unknown;
}

/** One paste on its way from a page to the program: all of it, or nothing. Only a part is ever held here. */
export class Paste {
  readonly #bytes: number;
  readonly #input = new PassThrough({ highWaterMark: WINDOW_BYTES });
  readonly #given = new AbortController();
  /** Resolves when the program's terminal has received it, or never will. */
  readonly done: Promise<PasteOutcome>;
  #remaining: number;
  #failed = false;

  constructor(bytes: number, run: RunPaste) {
    this.#bytes = bytes;
    this.#remaining = bytes;
    // The command may end without having read everything; its result says why.
    this.#input.on('error', () => {});
    this.done = this.#run(run);
  }

  /** Bytes that still belong to it. */
  get remaining(): number {
    return this.#remaining;
  }

  /** Takes the next piece, no longer than `remaining`. Wait for a returned promise; the last one is the outcome. */
  take(piece: Buffer): Promise<unknown> | undefined {
    this.#remaining -= piece.length;
    if (this.#failed) return undefined;
    if (this.#remaining === 0) {
      this.#input.end(piece);
      return this.done;
    }
    return this.#input.write(piece) ? undefined : this.#drained();
  }

  /** Cancels it: nothing reaches the program, unless it already has everything. */
  fail(): void {
    this.#failed = true;
    this.#given.abort();
  }

  async #run(run: RunPaste): Promise<PasteOutcome> {
    try {
      await run(this.#input, this.#given.signal);
      return { bytes: this.#bytes };
    } catch (error) {
      this.#failed = true;
      return { bytes: this.#bytes, error };
    } finally {
      this.#input.destroy();
    }
  }

  #drained(): Promise<unknown> {
    return Promise.race([new Promise<void>((resolve) => this.#input.once('drain', resolve)), this.done]);
  }
}
