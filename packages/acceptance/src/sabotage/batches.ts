import { lineOf, sumOf } from './result.js';
import type { Row, Sabotage, Verdict } from './sabotage.js';

/** Of a dozen, none is begun after this many milliseconds, so that all of it takes less than four minutes. */
const DOZEN_WITHIN_MS = 150_000;
/** Rows whose tests are tried without the edits together, and which are kept then: some twenty minutes' work. */
const BATCH = 30;

export interface Tried {
  /** What stands, also where the rest is interrupted. */
  readonly confirmed: Verdict[];
  /** Of the batch that is being tried. */
  readonly verdicts: Verdict[];
}

export interface Work {
  readonly sabotage: Pick<Sabotage, 'tryRow' | 'failUnbroken'>;
  /** What comes of the rows is added here. */
  readonly tried: Tried;
  readonly isDozen: boolean;
  /** Is told what stands, batch by batch. */
  readonly keep: (verdicts: readonly Verdict[]) => void;
  readonly say: (text: string) => void;
}

/** Breaks these rows one after the other, and tries the tests of those that were caught without the edits. */
export async function tryInBatches(rows: readonly Row[], work: Work): Promise<void> {
  const { confirmed, verdicts } = work.tried;
  for (let first = 0; first < rows.length; first += BATCH) {
    const batch = rows.slice(first, first + BATCH);
    await tryInOrder(batch, { first, total: rows.length }, work);
    await confirm(batch, work);
    work.keep(verdicts);
    confirmed.push(...verdicts.splice(0));
    if (first + BATCH < rows.length) work.say(`So far: ${sumOf(confirmed)}\n`);
  }
}

/** How a run ends in which this came of its rows. */
export function exitCodeOf(verdicts: readonly Verdict[]): 0 | 1 {
  return verdicts.every(({ outcome }) => outcome === 'caught') ? 0 : 1;
}

/** `first` is the place of the first of these rows among all that are tried, from 0. */
async function tryInOrder(
  rows: readonly Row[],
  { first, total }: { first: number; total: number },
  { sabotage, tried: { verdicts }, isDozen, say }: Work,
): Promise<void> {
  const withinMs = isDozen ? DOZEN_WITHIN_MS : Infinity;
  const startedAt = performance.now();
  for (const [n, row] of rows.entries()) {
    if (performance.now() - startedAt > withinMs) {
      const left = rows.slice(n).map(({ id }) => id);
      return say(`Left to another run: ${left.join(', ')}\n`);
    }
    const verdict = await sabotage.tryRow(row);
    verdicts.push(verdict);
    say(`${first + n + 1}/${total} ${lineOf(verdict)}\n`);
  }
}

/** A test that fails without the edit, too, has caught nothing. */
async function confirm(rows: readonly Row[], { sabotage, tried: { verdicts }, say }: Work): Promise<void> {
  const caught = verdicts.filter(({ outcome }) => outcome === 'caught').map(({ id }) => id);
  say(`Trying the tests of ${caught.length} rows without the edits…\n`);
  const failing = await sabotage.failUnbroken(rows.filter(({ id }) => caught.includes(id)));
  for (const [n, verdict] of verdicts.entries()) {
    const failure = failing.get(verdict.id);
    if (failure === undefined || verdict.outcome !== 'caught') continue;
    verdicts[n] = { ...verdict, outcome: 'unclear', said: `its test fails without the edit, too: ${failure}` };
    say(`${lineOf(verdicts[n])}\n`);
  }
}
