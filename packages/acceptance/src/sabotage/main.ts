// Breaks what the requirements promise, row by row, and sees whether a test notices. Ends with 0 when each was caught,
// 1 when one was not or the lists are wrong, 2 when the arguments make no sense, 130 when interrupted.
import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { optionsOrComplaint } from '../options-or-complaint.js';
import { stopSignal } from '../stop-signal.js';
import { exitCodeOf, type Tried, tryInBatches } from './batches.js';
import { BREAKS_FOLDER, readBreaks } from './breaks.js';
import { HELP, type Options, readOptions } from './options.js';
import { planOf } from './plan.js';
import { asMarkdown, cell, mergeKept, readKept, sumOf } from './result.js';
import { type Rows, readRows } from './rows.js';
import { type Row, Sabotage, type Verdict } from './sabotage.js';
import { makeScratch } from './scratch.js';

const ROOT = fileURLToPath(new URL('../../../../', import.meta.url));
const INTERRUPTED = 130;

process.exit(await main());

async function main(): Promise<number> {
  const options = optionsOrComplaint(readOptions, HELP);
  if (typeof options === 'number') return options;
  if (options.help) return say(HELP, 0);
  const known = readRows(ROOT);
  const plan = planOf(options, known);
  if ('exitCode' in plan) return say(plan.said, plan.exitCode);
  say(plan.said, 0);
  return breakThem(plan.rows, options, known);
}

function say(text: string, exitCode: number): number {
  process.stdout.write(text);
  return exitCode;
}

async function breakThem(rows: readonly Row[], { dozen, keep }: Options, known: Rows): Promise<number> {
  const stop = stopSignal();
  const tried: Tried = { confirmed: [], verdicts: [] };
  try {
    await using scratch = await makeScratch(ROOT);
    await tryInBatches(rows, {
      sabotage: new Sabotage(scratch, stop),
      tried,
      isDozen: dozen !== undefined,
      keep: (verdicts) => keep && keepResult(verdicts, known),
      say: (text) => say(text, 0),
    });
  } catch (error) {
    if (!stop.aborted) throw error;
    const [sure, rest] = [sumOf(tried.confirmed), sumOf(tried.verdicts)];
    const kept = keep ? ' and kept' : '';
    return say(`\nInterrupted. Confirmed${kept}: ${sure}. Not confirmed: ${rest}.\n`, INTERRUPTED);
  }
  return say(`\n${sumOf(tried.confirmed)}\n`, exitCodeOf(tried.confirmed));
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
