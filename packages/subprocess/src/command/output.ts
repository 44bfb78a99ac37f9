import type { CommandOptions } from './command.js';
import { OutputText } from './output-text.js';

/** What a command has printed, up to a limit for both streams together. */
export class Output {
  readonly #stdout: OutputText;
  readonly #stderr = new OutputText();
  readonly #onStdout: CommandOptions['onStdout'];
  #bytesLeft: number;
  #exceeded = false;
  #errors: unknown[] = [];

  constructor(options: Pick<CommandOptions, 'maxOutputBytes' | 'onStdoutLine' | 'onStdout'>) {
    this.#onStdout = options.onStdout;
    this.#bytesLeft = options.maxOutputBytes;
    this.#stdout = new OutputText(options.onStdoutLine);
  }

  get texts(): { stdout: string; stderr: string; outputExceeded: boolean } {
    return { stdout: this.#stdout.text, stderr: this.#stderr.text, outputExceeded: this.#exceeded };
  }

  /** True when no more output is wanted: the limit was exceeded, or the receiver of lines has thrown. */
  get stopped(): boolean {
    return this.#exceeded || this.#errors.length > 0;
  }

  /** Takes as much of a chunk as still fits. */
  add(stream: 'stdout' | 'stderr', chunk: Buffer): undefined {
    if (this.stopped) return;
    if (stream === 'stdout' && this.#onStdout !== undefined) this.#guard(() => this.#onStdout?.(chunk));
    else this.#keep(stream, chunk);
  }

  #keep(stream: 'stdout' | 'stderr', chunk: Buffer): void {
    this.#exceeded = chunk.length > this.#bytesLeft;
    const taken = chunk.subarray(0, this.#bytesLeft);
    this.#bytesLeft -= taken.length;
    this.#guard(() => (stream === 'stdout' ? this.#stdout : this.#stderr).write(taken));
  }

  /** Emits what is left. Throws what the receiver of lines has thrown. */
  end(): void {
    if (this.#errors.length === 0) this.#guard(() => this.#stdout.end());
    this.#stderr.end();
    if (this.#errors.length > 0) throw this.#errors[0];
  }

  #guard(action: () => void): void {
    try {
      action();
    } catch (error) {
      this.#errors.push(error);
    }
  }
}
