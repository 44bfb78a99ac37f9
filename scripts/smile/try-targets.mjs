import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { execPath, stdout } from 'node:process';
import { tryRun } from '../lib/run.mjs';
import { contentHash } from './content-hash.mjs';
import { Results } from './results.mjs';
import { table } from './table.mjs';

const PROGRAM = 'packages/smile-loop/dist/cli.js';
const RESULTS = 'smile-results';
const STOPPED = 130;
/** What an exit code means where there is no report. */
const WITHOUT_REPORT = { 2: 'wrong settings', 4: 'infra_error', 5: 'harness_error', 7: 'busy', [STOPPED]: 'stopped' };

/**
 * Tries the targets one after the other, for only one learner may be at work, and shows what came of all. Returns the
 * exit code.
 */
export async function tryTargets(targets, options) {
  const results = new Results(options.root);
  const rows = [];
  for (const [index, target] of targets.entries()) {
    const hash = contentHash(target, options);
    const known = options.force ? undefined : results.saidOf(target.target, hash);
    const result = known ?? (await tryOne(target, `${index + 1} of ${targets.length}`, options));
    if (known === undefined) results.keep(target.target, { hash, ...result });
    rows.push({ ...target, ...result, isKnown: known !== undefined });
    if (result.code === STOPPED) break;
  }
  stdout.write(table(rows, targets.length));
  return exitCodeOf(rows);
}

async function tryOne({ target, lesson, exercise }, place, { root, config }) {
  const folder = join(RESULTS, exercise === undefined ? lesson : target);
  const before = runIdIn(join(root, folder));
  const settings = config === undefined ? [] : ['--config', config];
  stdout.write(`• A learner goes through ${target} (${place})…\n`);
  const code = await tryRun(execPath, [PROGRAM, 'run', target, '--output', folder, ...settings], { cwd: root });
  const report = reportIn(join(root, folder));
  // One that never began has left the report of the last.
  if (report === undefined || report.meta.runId === before) {
    return { code, outcome: WITHOUT_REPORT[code] ?? `exit code ${code}`, gaps: [] };
  }
  const gaps = report.gaps.map(({ title, location }) => ({ line: location.line, title }));
  return { code, outcome: report.meta.status === 'stopped' ? 'stopped' : report.meta.outcome, gaps };
}

function runIdIn(folder) {
  return reportIn(folder)?.meta.runId;
}

function reportIn(folder) {
  try {
    return JSON.parse(readFileSync(join(folder, 'smile-report.json'), 'utf8'));
  } catch (error) {
    if (error.code === 'ENOENT') return undefined;
    throw error;
  }
}

/** 1 if a lesson has gaps, whatever happened to others: that is what an author can mend. */
function exitCodeOf(rows) {
  const codes = rows.map(({ code }) => code);
  if (codes.includes(STOPPED)) return STOPPED;
  return codes.includes(1) ? 1 : Math.max(0, ...codes);
}
