import type { Change } from './changes.js';

/** File times are coarse, and a program that was ended may write one last time. */
const SLACK_MS = 50;
/** How many checks' times to remember: we hear of a change within moments. */
const MAX_TIMES = 8;

/** Changed paths, by who is likely to have changed them. */
export interface Sifted {
  /** Written while no check ran: by the student. */
  readonly saved: string[];
  /** Existing files, written while a check ran: most likely by the student. */
  readonly meanwhile: string[];
  /** Files created while a check ran: most likely by the check. */
  readonly made: string[];
}

/**
 * Tells what a check writes from what the student saves while it runs. A file counts as the check's own
 * if it was written during two complete checks in a row and never while none ran. Once two complete checks
 * in a row have created files, every file created during a check counts as the check's own.
 */
export class OwnWrites {
  readonly #times: { from: number; to: number }[] = [];
  readonly #students = new Set<string>();
  #written = new Set<string>();
  #writtenBefore = new Set<string>();
  #own = new Set<string>();
  /** Files that were created during checks. */
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

  /** A new check begins; what the previous one wrote does not count, because it was not completed. */
  forget(): void {
    this.#written = new Set();
    this.#makes.now = false;
  }

  /** A check is complete, and we have heard of everything it wrote. */
  checkEnded(): void {
    const before = this.#writtenBefore;
    this.#own = new Set([...this.#written].filter((path) => before.has(path)));
    this.#writtenBefore = this.#written;
    this.#written = new Set();
    const { now, before: madeBefore } = this.#makes;
    this.#makes = { now: false, before: now, always: now && madeBefore };
  }

  /** Sorts the changes, and leaves out those that are known to be the check's. */
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

  /** True for a file that was created during a check, this one or an earlier one. */
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
