/** The first or the last bytes of an output of any length, as text. */
export class KeptOutput {
  readonly #limit: number;
  readonly #side: 'start' | 'end';
  #kept = Buffer.alloc(0);
  #total = 0;

  constructor(limit: number, side: 'start' | 'end') {
    this.#limit = limit;
    this.#side = side;
  }

  /** Whether there was more than what is kept. */
  get isCut(): boolean {
    return this.#total > this.#limit;
  }

  get text(): string {
    return this.#kept.toString('utf8');
  }

  add(chunk: Buffer): void {
    this.#total += chunk.length;
    if (this.#side === 'start' && this.#kept.length === this.#limit) return;
    const joined = Buffer.concat([this.#kept, chunk]);
    this.#kept = Buffer.from(this.#side === 'start' ? joined.subarray(0, this.#limit) : joined.subarray(-this.#limit));
  }
}
