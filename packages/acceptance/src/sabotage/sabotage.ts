import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { applyBreak } from './apply.js';
import type { Break } from './breaks.js';
import { Builds } from './builds.js';
import type { TestOutcome } from './reports.js';
import type { Scratch } from './scratch.js';
import { isWanted, opensLessons, type Tried, tryTests, type Wanted } from './try-tests.js';

/** A row of the requirements, how it is broken, and the test files that have to notice. */
export interface Row {
  readonly id: string;
  readonly broken: Break;
  readonly files: readonly string[];
}

/** `caught` by a test that failed; `survived` if all passed; `unclear` if that cannot be said, and why. */
export interface Verdict {
  readonly id: string;
  readonly outcome: 'caught' | 'survived' | 'unclear';
  /** What the test said, or why it is unclear. */
  readonly said: string;
  /** How long it took, in milliseconds. */
  readonly ms: number;
}

/** Breaks one row after the other in a copy of the repository. */
export class Sabotage {
  readonly #scratch: Scratch;
  readonly #builds: Builds;
  readonly #stop: AbortSignal;

  constructor(scratch: Scratch, stop: AbortSignal) {
    this.#scratch = scratch;
    this.#stop = stop;
    this.#builds = new Builds(scratch.root, stop);
  }

  /** Breaks a row, tries its tests, and restores the sources. Whether the tests pass otherwise is not known yet. */
  async tryRow(row: Row): Promise<Verdict> {
    const startedAt = performance.now();
    const verdict = await this.#breakAndTry(row);
    return { id: row.id, ...verdict, ms: performance.now() - startedAt };
  }

  /**
   * Tries the same tests with the code as it is. Resolves to the rows, by id, whose tests do not all pass, or of which
   * none runs, and how that is known.
   */
  async failUnbroken(rows: readonly Row[]): Promise<ReadonlyMap<string, string>> {
    const files = [...new Set(rows.flatMap((row) => row.files))];
    const complaint = await this.#make(files);
    if (complaint !== undefined) return new Map(rows.map(({ id }) => [id, complaint]));
    const tried = new Map<string, Tried>();
    for (const file of files) {
      const wanted = rows.filter((row) => row.files.includes(file)).map(wantedOf);
      tried.set(file, await this.#try([file], wanted));
    }
    const failing = new Map<string, string>();
    for (const row of rows) {
      const { failed, unknown } = resultOf(triedOf(row, tried));
      if (failed !== undefined) failing.set(row.id, `${failed.title}: ${failed.message}`);
      else if (unknown !== undefined) failing.set(row.id, unknown);
    }
    return failing;
  }

  async #breakAndTry(row: Row): Promise<Pick<Verdict, 'outcome' | 'said'>> {
    const { broken, files } = row;
    const { texts, problems } = applyBreak(broken, (file) => readFileSync(join(this.#scratch.root, file), 'utf8'));
    if (problems.length > 0) return { outcome: 'unclear', said: problems.join('; ') };
    const former = await this.#write(texts);
    try {
      const complaint = await this.#make(files);
      if (complaint !== undefined) return { outcome: 'unclear', said: complaint };
      return judge(await this.#try(files, [wantedOf(row)]));
    } finally {
      await this.#write(former);
    }
  }

  async #write(texts: ReadonlyMap<string, string>): Promise<Map<string, string>> {
    const former = new Map<string, string>();
    for (const [file, text] of texts) {
      former.set(file, await this.#scratch.exchange(file, text));
      this.#builds.noteChange(file);
    }
    return former;
  }

  #make(files: readonly string[]): Promise<string | undefined> {
    const withLessons = files.some((file) => opensLessons(readFileSync(join(this.#scratch.root, file), 'utf8')));
    return this.#builds.make({ withLessons });
  }

  #try(files: readonly string[], wanted: readonly Wanted[]): Promise<Tried> {
    return tryTests({ root: this.#scratch.root, files, wanted, stop: this.#stop });
  }
}

function wantedOf({ id, broken: { title } }: Row): Wanted {
  return { id, title };
}

/** Of what was tried by files, what is about this row. */
function triedOf(row: Row, byFile: ReadonlyMap<string, Tried>): Tried {
  const tried = row.files.flatMap((file) => byFile.get(file) ?? []);
  return {
    outcomes: tried.flatMap(({ outcomes }) => outcomes).filter(({ title }) => isWanted(wantedOf(row), title)),
    complaint: tried.map(({ complaint }) => complaint).join(''),
  };
}

/** The first test that failed, undefined if all that ran passed; or why neither is known. */
function resultOf({ outcomes, complaint }: Tried): { failed?: TestOutcome | undefined; unknown?: string } {
  const ran = outcomes.filter(({ status }) => status !== 'skipped');
  if (ran.length === 0) return { unknown: `no test ran:\n${complaint.trimEnd()}` };
  return { failed: ran.find(({ status }) => status === 'failed') };
}

/** A break that keeps the tests from running at all has not been noticed by them. */
function judge(tried: Tried): Pick<Verdict, 'outcome' | 'said'> {
  const { failed, unknown } = resultOf(tried);
  if (unknown !== undefined) return { outcome: 'unclear', said: unknown };
  return failed === undefined ? { outcome: 'survived', said: '' } : { outcome: 'caught', said: failed.message };
}
