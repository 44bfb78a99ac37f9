// Breaks what the requirements promise, row by row, and sees whether a test notices. Ends with 0 when each was caught,
// 1 when one was not or the lists are wrong, 2 when the arguments make no sense, 130 when interrupted.
import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { optionsOrComplaint } from '../options-or-complaint.js';
import { stopSignal } from '../stop-signal.js';
import { BREAKS_FOLDER, readBreaks } from './breaks.js';
import { HELP, type Options, readOptions } from './options.js';
import { asMarkdown, cell, lineOf, mergeKept, readKept, sumOf } from './result.js';
import { dozenOf, type Rows, readRows } from './rows.js';
import { type Row, Sabotage, type Verdict } from './sabotage.js';
import { makeScratch } from './scratch.js';

const ROOT = fileURLToPath(new URL('../../../../', import.meta.url));
const INTERRUPTED = 130;
/** Of a dozen, none is begun after this many milliseconds, so that all of it takes less than four minutes. */
const DOZEN_WITHIN_MS = 150_000;
/** Rows whose tests are tried without the edits together, and which are kept then: some twenty minutes' work. */
const BATCH = 30;

process.exit(await main());

async function main(): Promise<number> {
  const options = optionsOrComplaint(readOptions, HELP);
  if (typeof options === 'number') return options;
  if (options.help) return say(HELP, 0);
  const known = readRows(ROOT);
  // Whoever works on some rows may leave others unfinished.
  const problems = options.rows.length > 0 ? [] : known.problems;
  if (problems.length > 0) return say(problems.map((problem) => `${problem}\n`).join(''), 1);
  say(`${known.rows.length} rows have an edit that applies. ${known.unbroken.size} were not seen broken yet.\n`, 0);
  if (options.check) return 0;
  const chosen = chooseRows(options, known);
  if (chosen.length === 0) return say('There is no such row.\n', 2);
  if (options.list) return say(chosen.map(listed).join(''), 0);
  return breakThem(chosen, options, known);
}

function say(text: string, exitCode: number): number {
  process.stdout.write(text);
  return exitCode;
}

function chooseRows({ rows: wanted, dozen }: Options, { rows, unbroken }: Rows): readonly Row[] {
  if (dozen !== undefined) {
    const seen = rows.filter(({ id }) => !unbroken.has(id));
    return dozenOf(seen, dozen);
  }
  if (wanted.length === 0) return rows;
  return rows.filter(({ id }) => wanted.some((name) => id === name || id.startsWith(`${name} `)));
}

function listed({ id, broken, files }: Row): string {
  const edited = broken.edits.map(({ file }) => file);
  return `${id}\n  ${broken.why}\n  ${[...new Set(edited)].join(', ')} → ${files.join(', ')}\n`;
}

async function breakThem(rows: readonly Row[], options: Options, known: Rows): Promise<number> {
  const stop = stopSignal();
  const tried: Tried = { confirmed: [], verdicts: [] };
  try {
    await using scratch = await makeScratch(ROOT);
    await tryInBatches(new Sabotage(scratch, stop), rows, { ...tried, ...options, known });
  } catch (error) {
    if (!stop.aborted) throw error;
    const [sure, rest] = [sumOf(tried.confirmed), sumOf(tried.verdicts)];
    const kept = options.keep ? ' and kept' : '';
    return say(`\nInterrupted. Confirmed${kept}: ${sure}. Not confirmed: ${rest}.\n`, INTERRUPTED);
  }
  const isAllCaught = tried.confirmed.every(({ outcome }) => outcome === 'caught');
  return say(`\n${sumOf(tried.confirmed)}\n`, isAllCaught ? 0 : 1);
}

interface Tried {
  /** What stands, also where the rest is interrupted. */
  readonly confirmed: Verdict[];
  /** Of the batch that is being tried. */
  readonly verdicts: Verdict[];
}

async function tryInBatches(
  sabotage: Sabotage,
  rows: readonly Row[],
  { confirmed, verdicts, dozen, keep, known }: Tried & Options & { readonly known: Rows },
): Promise<void> {
  const withinMs = dozen === undefined ? Infinity : DOZEN_WITHIN_MS;
  for (let first = 0; first < rows.length; first += BATCH) {
    const batch = rows.slice(first, first + BATCH);
    await tryInOrder(sabotage, batch, { verdicts, withinMs, first, total: rows.length });
    await confirm(sabotage, batch, verdicts);
    if (keep) keepResult(verdicts, known);
    confirmed.push(...verdicts.splice(0));
    if (first + BATCH < rows.length) say(`So far: ${sumOf(confirmed)}\n`, 0);
  }
}

interface Batch {
  /** What comes of its rows is added here. */
  readonly verdicts: Verdict[];
  readonly withinMs: number;
  /** The place of its first row among all that are tried, from 0. */
  readonly first: number;
  readonly total: number;
}

async function tryInOrder(
  sabotage: Sabotage,
  rows: readonly Row[],
  { verdicts, withinMs, first, total }: Batch,
): Promise<void> {
  const startedAt = performance.now();
  for (const [n, row] of rows.entries()) {
    if (performance.now() - startedAt > withinMs) {
      const left = rows.slice(n).map(({ id }) => id);
      say(`Left to another run: ${left.join(', ')}\n`, 0);
      return;
    }
    const verdict = await sabotage.tryRow(row);
    verdicts.push(verdict);
    say(`${first + n + 1}/${total} ${lineOf(verdict)}\n`, 0);
  }
}

/** A test that fails without the edit, too, has caught nothing. */
async function confirm(sabotage: Sabotage, rows: readonly Row[], verdicts: Verdict[]): Promise<void> {
  const caught = verdicts.filter(({ outcome }) => outcome === 'caught').map(({ id }) => id);
  say(`Trying the tests of ${caught.length} rows without the edits…\n`, 0);
  const failing = await sabotage.failUnbroken(rows.filter(({ id }) => caught.includes(id)));
  for (const [n, verdict] of verdicts.entries()) {
    const failure = failing.get(verdict.id);
    if (failure === undefined || verdict.outcome !== 'caught') continue;
    verdicts[n] = { ...verdict, outcome: 'unclear', said: `its test fails without the edit, too: ${failure}` };
    say(`${lineOf(verdicts[n])}\n`, 1);
  }
}

/** Adds what came of these rows to what is known of the others. */
function keepResult(verdicts: readonly Verdict[], { rows, unbroken }: Rows): void {
  const commit = execFileSync('git', ['rev-parse', '--short=12', 'HEAD'], { cwd: ROOT, encoding: 'utf8' }).trim();
  const date = new Date().toISOString().slice(0, 10);
  const path = join(ROOT, BREAKS_FOLDER, 'RESULT.md');
  const before = existsSync(path) ? readKept(readFileSync(path, 'utf8')) : [];
  const newer = verdicts.map(({ id, outcome, said }) => ({ id, outcome, date, commit, said: cell(said) }));
  const withBreak = new Set(rows.map(({ id }) => id));
  const kept = mergeKept(newer, before, withBreak);
  const untried = new Set([...withBreak, ...unbroken].filter((id) => kept.every((row) => row.id !== id)));
  writeFileSync(path, asMarkdown(kept, { unbroken: [...untried].sort(), unbreakable: readBreaks(ROOT).unbreakable }));
}
