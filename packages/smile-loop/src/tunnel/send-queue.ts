import type { Writable } from 'node:stream';
import type { TunnelStream } from './tunnel-stream.js';

/** Lets streams send in turns, one frame each, while the output takes more; what it does not take stays in sockets. */
export class SendQueue {
  readonly #output: Writable;
  readonly #waiting = new Set<TunnelStream>();
  #isSending = false;
  readonly #handleDrain = (): void => this.#run();

  constructor(output: Writable) {
    this.#output = output;
    output.on('drain', this.#handleDrain);
  }

  add(stream: TunnelStream): void {
    this.#waiting.add(stream);
    this.#run();
  }

  remove(stream: TunnelStream): void {
    this.#waiting.delete(stream);
  }

  dispose(): void {
    this.#waiting.clear();
    this.#output.off('drain', this.#handleDrain);
  }

  /** Reading a socket may make it readable again at once: that adds it to the turns that are under way. */
  #run(): void {
    if (this.#isSending) return;
    this.#isSending = true;
    while (this.#waiting.size > 0 && !this.#output.writableNeedDrain) this.#takeTurns();
    this.#isSending = false;
  }

  #takeTurns(): void {
    for (const stream of [...this.#waiting]) {
      if (this.#output.writableNeedDrain) return;
      this.#waiting.delete(stream);
      if (stream.sendOne()) this.#waiting.add(stream);
    }
  }
}
