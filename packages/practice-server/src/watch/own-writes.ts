import type { Change } from './changes.js';

/** Clocks of files are coarse, and a program that was ended may write a last time. */
const SLACK_MS = 50;
/** Times of checks to remember: a change is heard of within moments. */
const MAX_TIMES = 8;

/**
 * Tells what a check writes by itself from what the student saves while it runs. A file counts as
 * the check's own when it was written during two whole checks in a row and never while none ran.
 */
export class OwnWrites {
  readonly #times: { from: number; to: number }[] = [];
  readonly #students = new Set<string>();
  #written = new Set<string>();
  #writtenBefore = new Set<string>();
  #own = new Set<string>();

  /** A check runs from now on until the returned function is called. */
  checkBegins(): () => void {
    const time = { from: Date.now(), to: Number.POSITIVE_INFINITY };
    this.#times.push(time);
    if (this.#times.length > MAX_TIMES) this.#times.shift();
    return () => {
      time.to = Date.now();
    };
  }

  /** A new check begins; what the one before had written does not count, as it did not end. */
  forget(): void {
    this.#written = new Set();
  }

  /** A check has run to its end, and everything it wrote was heard of. */
  checkEnded(): void {
    const before = this.#writtenBefore;
    this.#own = new Set([...this.#written].filter((path) => before.has(path)));
    this.#writtenBefore = this.#written;
    this.#written = new Set();
  }

  /** The changes that are the student's, as far as can be told. */
  sift(changes: readonly Change[]): string[] {
    for (const { path, at } of changes) (this.#isDuringCheck(at) ? this.#written : this.#students).add(path);
    return changes.map(({ path }) => path).filter((path) => !this.#own.has(path) || this.#students.has(path));
  }

  #isDuringCheck(at: number): boolean {
    return this.#times.some(({ from, to }) => at >= from - SLACK_MS && at <= to + SLACK_MS);
  }
}
