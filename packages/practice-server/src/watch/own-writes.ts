import type { Change } from './changes.js';

/** Clocks of files are coarse, and a program that was ended may write a last time. */
const SLACK_MS = 50;
/** Times of checks to remember: a change is heard of within moments. */
const MAX_TIMES = 8;

/** Changed paths by what they say of the student. */
export interface Sifted {
  /** Written while no check ran: by the student. */
  readonly saved: string[];
  /** Files that were there before, written while a check ran: most likely by the student. */
  readonly meanwhile: string[];
  /** Files made while a check ran: most likely by the check. */
  readonly made: string[];
}

/**
 * Tells what a check writes by itself from what the student saves while it runs. A file counts as
 * the check's own when it was written during two whole checks in a row and never while none ran; and
 * every file made during a check does, when two whole checks in a row have made some.
 */
export class OwnWrites {
  readonly #times: { from: number; to: number }[] = [];
  readonly #students = new Set<string>();
  #written = new Set<string>();
  #writtenBefore = new Set<string>();
  #own = new Set<string>();
  /** Files that were made during checks. */
  readonly #made = new Set<string>();
  #makes = { now: false, before: false, always: false };

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
    this.#makes.now = false;
  }

  /** A check has run to its end, and everything it wrote was heard of. */
  checkEnded(): void {
    const before = this.#writtenBefore;
    this.#own = new Set([...this.#written].filter((path) => before.has(path)));
    this.#writtenBefore = this.#written;
    this.#written = new Set();
    const { now, before: madeBefore } = this.#makes;
    this.#makes = { now: false, before: now, always: now && madeBefore };
  }

  /** The changes that may be the student's, without those that are known to be the check's. */
  sift(changes: readonly Change[]): Sifted {
    const sifted: Sifted = { saved: [], meanwhile: [], made: [] };
    for (const change of changes) {
      const { path } = change;
      if (!this.#isDuringCheck(change.at)) sifted.saved.push(this.#noteSaved(path));
      else this.#siftWritten(change, sifted);
    }
    return sifted;
  }

  #siftWritten(change: Change, { made, meanwhile }: Sifted): void {
    const { path } = change;
    const isMade = this.#noteWritten(change);
    if (this.#own.has(path) && !this.#students.has(path)) return;
    if (!isMade) meanwhile.push(path);
    else if (!this.#makes.always) made.push(path);
  }

  #noteSaved(path: string): string {
    this.#students.add(path);
    this.#made.delete(path);
    return path;
  }

  /** True for a file that was made during a check, now or before. */
  #noteWritten({ path, created }: Change): boolean {
    this.#written.add(path);
    if (created && !this.#students.has(path)) {
      this.#made.add(path);
      this.#makes.now = true;
    }
    return this.#made.has(path);
  }

  #isDuringCheck(at: number): boolean {
    return this.#times.some(({ from, to }) => at >= from - SLACK_MS && at <= to + SLACK_MS);
  }
}
