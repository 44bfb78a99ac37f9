/** Pieces up to this length, in UTF-16 units, are joined: a program may print character by character. */
const JOINED = 1024;

/** The end of a text that grows, whatever its speed: adding to it costs next to nothing. */
export class RollingText {
  readonly #max: number;
  #pieces: string[] = [];
  #length = 0;

  /** @param max UTF-16 units of the end that are kept at least; no more than twice as many are */
  constructor(max: number) {
    this.#max = max;
  }

  get isEmpty(): boolean {
    return this.#length === 0;
  }

  add(text: string): void {
    const piece = text.slice(-this.#max);
    const last = this.#pieces.at(-1);
    if (last !== undefined && last.length + piece.length <= JOINED)
      this.#pieces[this.#pieces.length - 1] = last + piece;
    else this.#pieces.push(piece);
    this.#length += piece.length;
    if (this.#length > 2 * this.#max) this.#cut();
  }

  read(): string {
    return this.#pieces.join('').slice(-this.#max);
  }

  #cut(): void {
    const end = this.read();
    this.#pieces = [end];
    this.#length = end.length;
  }
}
