/** What is kept at the least, in characters: more than is reported of it. */
const KEPT_LENGTH = 8 * 1024;
/** Lines are gathered to here before the oldest go, so that not every line is a copy. */
const GATHERED_LENGTH = 8 * KEPT_LENGTH;

/** The end of what a check says beside its rows, however much that is. */
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
