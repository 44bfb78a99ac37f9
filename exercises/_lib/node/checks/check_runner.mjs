// Judges a learner's folder, one criterion after another.
//
// Every criterion runs in a process of its own (check_child.mjs) on a copy of the learner's files. So
// a run that hangs, ends itself, floods the terminal or writes files spoils neither the next criterion
// nor the learner's folder. Standard output carries rows only: one JSON object a line.
import { copyFileSync, mkdtempSync, readFileSync, realpathSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { copyWork } from './check_copy.mjs';
import { runCheck } from './check_process.mjs';

// Seconds one criterion may take. Work that is right needs far less than one.
const RUN_SECONDS = 3.5;
// Seconds for all together: leaves a margin below the 30 seconds an exercise's check is given.
const TOTAL_SECONDS = 25;
// Less than this is no fair chance to start Node on a busy machine.
const SHORTEST_RUN_SECONDS = 1;

/**
 * Prints a row for each criterion on the work in the current folder; resolves to 0 if all passed, else 1.
 *
 * criteria  { id, file, check }: the id as config.json lists it, with its title and what it needs; the
 *           learner's file it is about; and a function that `module` exports and that is given the
 *           learner's module
 * module    URL of the module with the checks
 * pristine  modules of the exercise that replace the learner's copies, which may be edited or gone
 */
export async function judgeFolder({ criteria, module, pristine = [] }) {
  const folder = realpathSync(mkdtempSync(join(tmpdir(), 'af-check-')));
  const remove = () => rmSync(folder, { recursive: true, force: true });
  process.once('SIGTERM', () => {
    remove();
    process.exit(143);
  });
  try {
    copyWork(process.cwd(), folder);
    const checks = dirname(fileURLToPath(module));
    for (const name of pristine) copyFileSync(join(checks, name), join(folder, name));
    return (await judgeAll(criteria, readListed(checks), { module: String(module), folder })) ? 0 : 1;
  } finally {
    remove();
  }
}

/** By id, what config.json says of each criterion. */
function readListed(checks) {
  const { criteria } = JSON.parse(readFileSync(join(checks, '..', 'config.json'), 'utf8'));
  return new Map(criteria.map((criterion) => [criterion.id, criterion]));
}

async function judgeAll(criteria, listed, { module, folder }) {
  const deadline = performance.now() + TOTAL_SECONDS * 1000;
  const passed = new Set();
  const unloadable = new Set();
  for (const { id, file, check } of criteria) {
    const left = (deadline - performance.now()) / 1000;
    const open = listed.get(id)?.needs?.find((needed) => !passed.has(needed));
    const skipped = reasonToSkip({ file, left, open: listed.get(open)?.title }, unloadable);
    const seconds = Math.min(RUN_SECONDS, left);
    const verdict = skipped ?? (await runCheck({ criteria: module, folder, file, check, seconds }));
    const { unloadable: isUnloadable, ...row } = verdict;
    if (isUnloadable) unloadable.add(file);
    if (row.passed) passed.add(id);
    process.stdout.write(`${JSON.stringify({ id, ...row })}\n`);
  }
  return passed.size === criteria.length;
}

/** The row's verdict if the criterion cannot be judged, otherwise undefined. `open` is the title of what it builds on. */
function reasonToSkip({ file, left, open }, unloadable) {
  if (unloadable.has(file)) return skipped(`Not judged yet: ${file} could not be loaded.`);
  if (open !== undefined) return skipped(`Not judged yet: it builds on “${open}”.`);
  if (left >= SHORTEST_RUN_SECONDS) return undefined;
  return skipped('Not judged: the criteria before it used up the time of this check.');
}

function skipped(message) {
  return { passed: false, status: 'skipped', message };
}
