// Judges a learner's folder, one criterion after another.
//
// Every criterion runs in a process of its own (check_child.mjs) on a copy of the learner's files. So
// a run that hangs, ends itself, floods the terminal or writes files spoils neither the next criterion
// nor the learner's folder. Standard output carries rows only: one JSON object a line.
import { copyFileSync, mkdtempSync, realpathSync, rmSync } from 'node:fs';
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
 * criteria  { name, file, check, needs }: the name as the learner reads it, the learner's file it is
 *           about, a function that `module` exports and that is given the learner's module, and the
 *           names of criteria without which this one says nothing
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
    return (await judgeAll(criteria, String(module), folder)) ? 0 : 1;
  } finally {
    remove();
  }
}

async function judgeAll(criteria, module, folder) {
  const deadline = performance.now() + TOTAL_SECONDS * 1000;
  const passed = new Set();
  const unloadable = new Set();
  for (const { name, file, check, needs = [] } of criteria) {
    const left = (deadline - performance.now()) / 1000;
    const skipped = reasonToSkip({ file, needs }, { passed, unloadable, left });
    const seconds = Math.min(RUN_SECONDS, left);
    const verdict = skipped ?? (await runCheck({ criteria: module, folder, file, check, seconds }));
    const { unloadable: isUnloadable, ...row } = verdict;
    if (isUnloadable) unloadable.add(file);
    if (row.passed) passed.add(name);
    process.stdout.write(`${JSON.stringify({ name, ...row })}\n`);
  }
  return passed.size === criteria.length;
}

/** The row's verdict if the criterion cannot be judged, otherwise undefined. */
function reasonToSkip({ file, needs }, { passed, unloadable, left }) {
  if (unloadable.has(file)) return skipped(`Not judged yet: ${file} could not be loaded.`);
  const open = needs.find((name) => !passed.has(name));
  if (open !== undefined) return skipped(`Not judged yet: it builds on “${open}”.`);
  if (left >= SHORTEST_RUN_SECONDS) return undefined;
  return skipped('Not judged: the criteria before it used up the time of this check.');
}

function skipped(message) {
  return { passed: false, status: 'skipped', message };
}
