import { PassThrough, type Readable } from 'node:stream';

/** Most bytes of a paste held here while tmux takes them: a few frames of a page. */
const WINDOW_BYTES = 256 * 1024;

/** Puts everything the stream holds into the program of a session; rejects where that was not possible. */
export type RunPaste = (input: Readable, signal: AbortSignal) => Promise<void>;

export interface PasteOutcome {
  readonly bytes: number;
  /** Why nothing of it reached the program. */
  readonly error?: unknown;
}

/** One paste on its way from a page into the program: whole, or not at all. Only a part is ever held here. */
export class Paste {
  readonly #bytes: number;
  readonly #input = new PassThrough({ highWaterMark: WINDOW_BYTES });
  readonly #given = new AbortController();
  /** Resolves when the program's terminal has it, or never will. */
  readonly done: Promise<PasteOutcome>;
  #remaining: number;
  #failed = false;

  constructor(bytes: number, run: RunPaste) {
    this.#bytes = bytes;
    this.#remaining = bytes;
    // The command may end without having read everything; why, its result says.
    this.#input.on('error', () => {});
    this.done = this.#run(run);
  }

  /** Bytes that still belong to it. */
  get remaining(): number {
    return this.#remaining;
  }

  /** Takes the next piece, no longer than `remaining`. A promise asks for patience; the last one is the outcome. */
  take(piece: Buffer): Promise<unknown> | undefined {
    this.#remaining -= piece.length;
    if (this.#failed) return undefined;
    if (this.#remaining === 0) {
      this.#input.end(piece);
      return this.done;
    }
    return this.#input.write(piece) ? undefined : this.#drained();
  }

  /** Gives it up: nothing of it reaches the program, unless the program has it all by now. */
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
