/** What stands in the place of each character of a secret, so that nothing moves. */
const MASK = '*';

/** A piece of a stream; its secrets are known when what follows was looked at, too. */
export class Piece {
  readonly text: string;
  readonly #masked = new Set<number>();
  /** Where the text has gone, nothing can be masked. */
  isReleased = false;

  constructor(text: string) {
    this.text = text;
  }

  mask(index: number): void {
    this.#masked.add(index);
  }

  get masked(): string {
    if (this.#masked.size === 0) return this.text;
    return Array.from({ length: this.text.length }, (_, at) => (this.#masked.has(at) ? MASK : this.text[at])).join('');
  }
}
