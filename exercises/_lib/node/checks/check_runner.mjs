// Judges a student's folder, one criterion after another.
//
// Every criterion runs in its own process (check_child.mjs) on its own copy of the student's files, so that a
// run that hangs, exits, floods the terminal or writes files spoils neither the next criterion nor the
// student's folder. Standard output carries only rows: one JSON object per line.
import { copyFileSync, cpSync, mkdirSync, mkdtempSync, readFileSync, realpathSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { copyWork } from './check_copy.mjs';
import { runCheck } from './check_process.mjs';

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
  const remove = () => rmSync(root, { recursive: true, force: true });
  process.once('SIGTERM', () => {
    remove();
    process.exit(143);
  });
  try {
    const work = join(root, 'work');
    mkdirSync(work);
    copyWork(process.cwd(), work);
    const checks = dirname(fileURLToPath(module));
    for (const name of pristine) copyFileSync(join(checks, name), join(work, name));
    return (await judgeAll(criteria, readListed(checks), { module: String(module), work })) ? 0 : 1;
  } finally {
    remove();
  }
}

/** By id, what config.json says about each criterion. */
function readListed(checks) {
  const { criteria } = JSON.parse(readFileSync(join(checks, '..', 'config.json'), 'utf8'));
  return new Map(criteria.map((criterion) => [criterion.id, criterion]));
}

async function judgeAll(criteria, listed, { module, work }) {
  const deadline = performance.now() + TOTAL_SECONDS * 1000;
  const passed = new Set();
  const unloadable = new Set();
  for (const [number, { id, file, check }] of criteria.entries()) {
    const left = (deadline - performance.now()) / 1000;
    const open = listed.get(id)?.needs?.find((needed) => !passed.has(needed));
    const skipped = reasonToSkip({ file, left, open: listed.get(open)?.title }, unloadable);
    const seconds = Math.min(RUN_SECONDS, left);
    const run = () => runCheck({ criteria: module, folder: copyOf(work, number), file, check, seconds });
    const verdict = skipped ?? (await run());
    const { unloadable: isUnloadable, ...row } = verdict;
    if (isUnloadable) unloadable.add(file);
    if (row.passed) passed.add(id);
    process.stdout.write(`${JSON.stringify({ ...row, id })}\n`);
  }
  return passed.size === criteria.length;
}

/** A folder of its own for a run: what one writes, the next does not find. */
function copyOf(work, number) {
  const folder = `${work}-${number}`;
  cpSync(work, folder, { recursive: true });
  return folder;
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
