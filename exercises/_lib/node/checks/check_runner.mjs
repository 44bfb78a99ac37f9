// Judges a student's folder, one criterion after another.
//
// For every criterion the student's code runs in a process of its own (check_child.mjs), on its own copy of their
// files, so that a run that hangs, exits, floods the terminal or writes files spoils neither the next criterion nor
// the student's folder. The checks themselves run here, where none of that code ever is: what it can influence are
// the values that its process says it has. Standard output carries only rows: one JSON object per line.
import { copyFileSync, cpSync, mkdirSync, mkdtempSync, readFileSync, realpathSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { copyWork } from './check_copy.mjs';
import { killAll, Run } from './check_process.mjs';
import { judge } from './check_verdict.mjs';

// Seconds one criterion may take. Correct work needs far less than one.
const RUN_SECONDS = 3.5;
// Seconds for all together: leaves a margin below the 30 seconds that an exercise's check gets.
const TOTAL_SECONDS = 25;
// Less than this is not enough to start Node on a busy machine.
const SHORTEST_RUN_SECONDS = 1;

/**
 * Prints a row for each criterion on the work in the current folder; resolves to 0 if all passed, else 1.
 *
 * criteria  { id, file, check }: the id, for which config.json has the title and needs; the student's
 *           file it is about; and a function that `module` exports and that is given the student's
 *           module
 * module    URL of the module with the checks
 * pristine  modules of the exercise that replace the student's copies, which may be edited or missing
 */
export async function judgeFolder({ criteria, module, pristine = [] }) {
  const root = realpathSync(mkdtempSync(join(tmpdir(), 'af-check-')));
  const [work, checks] = [join(root, 'work'), dirname(fileURLToPath(module))];
  const remove = () => rmSync(root, { recursive: true, force: true });
  for (const [name, number] of [
    ['SIGTERM', 15],
    ['SIGINT', 2],
  ]) {
    process.once(name, () => {
      killAll();
      remove();
      process.exit(128 + number);
    });
  }
  try {
    mkdirSync(work);
    copyWork(process.cwd(), work);
    for (const name of pristine) copyFileSync(join(checks, name), join(work, name));
    const complete = await judgeAll(criteria, readListed(checks), { checks: await import(module), work });
    return leaveWith(complete ? 0 : 1);
  } finally {
    process.chdir(checks);
    remove();
  }
}

/** Ends this process once the rows are written, though a check that was given up may have left a server or a timer. */
function leaveWith(exitCode) {
  process.stdout.write('', () => process.exit(exitCode));
  return exitCode;
}

/** By id, what config.json says about each criterion. */
function readListed(checks) {
  const { criteria } = JSON.parse(readFileSync(join(checks, '..', 'config.json'), 'utf8'));
  return new Map(criteria.map((criterion) => [criterion.id, criterion]));
}

async function judgeAll(criteria, listed, { checks, work }) {
  const deadline = performance.now() + TOTAL_SECONDS * 1000;
  const passed = new Set();
  const unloadable = new Set();
  const there = new Set(criteria.map(({ file }) => file).filter((file) => isFile(join(work, file))));
  const runs = new Ahead(work, criteria.length);
  for (const { id, file, check } of criteria) {
    const left = (deadline - performance.now()) / 1000;
    const open = listed.get(id)?.needs?.find((needed) => !passed.has(needed));
    const skipped = reasonToSkip({ file, left, open: listed.get(open)?.title }, unloadable);
    const seconds = Math.min(RUN_SECONDS, left);
    const run = runs.next();
    const verdict = skipped ?? (there.has(file) ? await runCheck(run, file, checks[check], seconds) : missing(file));
    await run?.end();
    const { unloadable: isUnloadable, ...row } = verdict;
    if (isUnloadable) unloadable.add(file);
    if (row.passed) passed.add(id);
    process.stdout.write(`${JSON.stringify({ ...row, id })}\n`);
  }
  return passed.size === criteria.length;
}

/** Runs a check. Resolves to a row's verdict: passed, and, if it failed, message and hint. */
async function runCheck(run, file, check, seconds) {
  if (!run || !entered(run.folder, file)) return lost();
  run.begin(seconds);
  return judge(run, file, check);
}

/**
 * Makes names of files mean the same here as for the student's code. False if that cannot be done: the code of a
 * criterion before, which finds its way to the folder beside its own, has removed this one.
 */
function entered(folder, file) {
  try {
    process.chdir(folder);
    return isFile(file);
  } catch {
    return false;
  }
}

function isFile(path) {
  return statSync(path, { throwIfNoEntry: false })?.isFile() === true;
}

function missing(file) {
  const hint = `Create ${file}, or restore it: Reset gives you the starter files again.`;
  const message = `${file} is not in your folder, or is no readable file below 1 MB.`;
  return { passed: false, unloadable: true, message, hint, where: file };
}

function lost() {
  const message = 'This criterion could not be tried: the copy of your files that was made for it is gone.';
  const hint = 'Which part of your program removes or replaces files outside of its own folder?';
  return { passed: false, message, hint };
}

/** The runs of a check, one after another, each in a folder of its own: what one writes, the next does not find. */
class Ahead {
  started = 0;

  /** Copies the work for all of them, before any of the student's code could change what is copied. */
  constructor(work, count) {
    this.folders = Array.from({ length: count }, (_, index) => `${work}-${index + 1}`);
    for (const folder of this.folders) cpSync(work, folder, { recursive: true });
    this.waiting = this.start();
  }

  /** A process that has begun to start while the one before it was busy. */
  next() {
    const run = this.waiting;
    this.waiting = this.start();
    return run;
  }

  /** Undefined if there is none left, or if its folder is no folder any more. */
  start() {
    const folder = this.folders[this.started];
    this.started += 1;
    try {
      return folder && new Run(folder);
    } catch {
      return undefined;
    }
  }
}

/** The row's verdict if the criterion cannot be judged, or undefined. `open` is the title of one that it needs. */
function reasonToSkip({ file, left, open }, unloadable) {
  if (unloadable.has(file)) return skipped(`Not judged yet: ${file} could not be loaded.`);
  if (open !== undefined) return skipped(`Not judged yet: it builds on “${open}”.`);
  if (left >= SHORTEST_RUN_SECONDS) return undefined;
  return skipped('Not judged: the criteria before it used up the time of this check.');
}

function skipped(message) {
  return { passed: false, status: 'skipped', message };
}
