/** How much is kept at least, in characters: more than is reported. */
const KEPT_LENGTH = 8 * 1024;
/** How much may gather before the oldest lines are dropped, so that not every line costs a copy. */
const GATHERED_LENGTH = 8 * KEPT_LENGTH;

/** Keeps the end of a check's output other than rows, however long that is. */
export class Talk {
  #lines: string[] = [];
  #length = 0;

  add(line: string): void {
    this.#lines.push(line);
    this.#length += line.length + 1;
    if (this.#length > GATHERED_LENGTH) this.#forget();
  }

  get text(): string {
    return this.#lines.join('\n');
  }

  #forget(): void {
    const kept = this.text.slice(-KEPT_LENGTH);
    this.#lines = [kept];
    this.#length = kept.length + 1;
  }
}
