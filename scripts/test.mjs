#!/usr/bin/env node
// npm test: runs everything. The last line is the sum: "N passed, N failed".
import { execFileSync } from 'node:child_process';
import { mkdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { argv, env, execPath, exit, stderr, stdout } from 'node:process';
import { parseArgs } from 'node:util';
import { build } from './lib/build.mjs';
import { command } from './lib/command.mjs';
import { install } from './lib/install.mjs';
import { main } from './lib/main.mjs';
import { seconds } from './lib/progress.mjs';
import { checkRequirements } from './lib/requirements.mjs';
import { bin, ROOT } from './lib/run.mjs';
import { bringPrograms } from './lib/system-packages.mjs';
import { readJunitReport, readPlaywrightReport, readVitestReport } from './lib/test-reports.mjs';

const REPORTS = join(ROOT, 'node_modules/.practice-reports');
const ACCEPTANCE = join(ROOT, 'packages/acceptance/');
const EXERCISE_KIT = 'packages/exercise-kit/dist/cli.js';
const EXERCISES_REPORT = join(REPORTS, 'exercises.xml');
const VITEST_REPORT = join(REPORTS, 'vitest.json');
const PLAYWRIGHT_REPORT = join(REPORTS, 'playwright.json');

/** What the exercises' tests prove if every claim about every exercise holds. */
const PROVEN_BY_EXERCISES =
  '[exercises 6 every-exercise] Every exercise is proved by its starter, its solution and its mutants.';

/** What it shows when the packed packages can be installed and run. */
const PROVEN_BY_PACKAGE =
  '[practice-environment 5.1 npx] The package installs in an empty folder, is small enough, and its program runs.';

/** What the measurements show that no test can, since other programs take their time meanwhile. */
const PROVEN_BY_BENCH = '[practice-environment 2.1 check] Check My Work adds little to the time of its script.';

/** The flag of a runner that divides its work, for the half that has the turn, as in "1/2". */
const half = (flag) => (isInTurns() ? [flag, `${(Number(env.PRACTICE_TEST_TURN) % 2) + 1}/2`] : []);
const isInTurns = () => env.PRACTICE_TEST_TURN !== '';

/** One thing that either holds or does not; `shown` is the title of what it shows where it holds. */
const check = (program, args, shown) =>
  command(program, args, (exitCode) => {
    const passed = exitCode === 0;
    return { passed: passed ? 1 : 0, failed: passed ? 0 : 1, titles: passed && shown ? [shown] : [] };
  });

/** The cheapest ways to find a mistake come first. */
const CHECKS = {
  types: check(bin('tsc'), ['-p', 'tsconfig.tests.json']),
  'site-types': check(bin('tsc'), ['-p', 'apps/learn-app']),
  'page-types': check(bin('tsc'), ['-p', 'packages/smile-loop/src/page']),
  lint: check(bin('biome'), ['check', '--error-on-warnings', '.']),
  'dead-code': check(bin('knip'), []),
  rooms: check(execPath, ['scripts/check-rooms.mjs']),
  generated: check(execPath, [EXERCISE_KIT, 'build', '--check']),
  'exercise-lint': check(execPath, [EXERCISE_KIT, 'lint']),
  exercises: command(
    execPath,
    () => [EXERCISE_KIT, 'test', '--junit', EXERCISES_REPORT, ...half('--mutants-of')],
    (exitCode) => readJunitReport(EXERCISES_REPORT, exitCode, PROVEN_BY_EXERCISES, isInTurns()),
  ),
  dependencies: check(execPath, ['scripts/dependency-report.mjs', '--check']),
  package: check(execPath, ['scripts/check-package.mjs'], PROVEN_BY_PACKAGE),
  unit: command(
    bin('vitest'),
    ['run', '--reporter=default', '--reporter=json', `--outputFile.json=${VITEST_REPORT}`],
    (exitCode) => readVitestReport(VITEST_REPORT, exitCode),
  ),
  browser: command(
    bin('playwright', ACCEPTANCE),
    ['test', '--reporter=list,json'],
    (exitCode) => readPlaywrightReport(PLAYWRIGHT_REPORT, exitCode),
    { cwd: ACCEPTANCE, adding: { PLAYWRIGHT_JSON_OUTPUT_NAME: PLAYWRIGHT_REPORT } },
  ),
  // Every edit still applies, and each of a dozen is caught. Which dozen goes by the commit, with turns and without.
  sabotage: check(execPath, () => ['packages/acceptance/dist/sabotage/main.js', '--dozen', turnOfCommit()]),
  // A minute of `npm run chaos`, always with the same seed, so that a failure can be repeated. This seed begins with
  // what breaks most, because a slow machine does not get as far.
  chaos: check(execPath, ['packages/acceptance/dist/chaos/main.js', '--seconds', '60', '--seed', '47']),
  // The short form: because machines are noisy, only three times a budget is a failure. Last, when nothing else runs.
  bench: check(execPath, ['packages/acceptance/dist/bench/main.js', '--short'], PROVEN_BY_BENCH),
};

const HELP = `Usage: npm test [-- [--in-turns] <check>…]

Runs every check, or the named ones: ${Object.keys(CHECKS).join(', ')}.

  --in-turns   of what is slow (the same promise by each AI CLI, the same picture in each
               size, tests in a browser, mutants of exercises), try only what has the turn;
               which that is goes by the commit, and each test that was skipped is named at
               the end
`;

function chosenChecks() {
  const { positionals, values } = parseArgs({
    args: argv.slice(2),
    allowPositionals: true,
    options: { help: { type: 'boolean' }, 'in-turns': { type: 'boolean' } },
  });
  const unknown = positionals.filter((name) => !(name in CHECKS));
  if (values.help || unknown.length > 0) {
    (values.help ? stdout : stderr).write(unknown.map((name) => `There is no check "${name}".\n`).join('') + HELP);
    exit(values.help ? 0 : 2);
  }
  env.PRACTICE_TEST_TURN = values['in-turns'] ? turnOfCommit() : '';
  return positionals.length > 0 ? positionals : Object.keys(CHECKS);
}

/** The same for the same commit, so that what fails can be repeated; as good as random for the next. */
function turnOfCommit() {
  const commit = execFileSync('git', ['rev-parse', 'HEAD'], { cwd: ROOT, encoding: 'utf8' });
  return String(Number.parseInt(commit.slice(0, 8), 16));
}

async function runChecks(names) {
  const results = [];
  for (const name of names) {
    const startedAt = performance.now();
    stdout.write(`\n── ${name}\n`);
    const result = { name, ...(await CHECKS[name]()) };
    results.push(result);
    stdout.write(
      `${result.failed === 0 ? '✓' : '✗'} ${name}: ${result.passed} passed, ${result.failed} failed (${seconds(startedAt)})\n`,
    );
  }
  return results;
}

/** What was not run is no proof of anything, so it is named. */
function tellSkipped(results) {
  const skipped = all(results, 'skipped');
  if (skipped.length === 0) return;
  const why = isInTurns() ? ', most of them because others had the turn' : '';
  stdout.write(`\n── ${skipped.length} skipped${why}:\n${skipped.map((title) => `${title}\n`).join('')}`);
}

/** Of a long run often only the end is at hand, so what failed is told again there. */
function repeatFailures(results) {
  for (const { name, failed, lastLines = [] } of results) {
    if (failed === 0 || lastLines.length === 0) continue;
    stdout.write(`\n── ${name} failed. It ended with:\n${lastLines.join('\n')}\n`);
  }
}

const all = (results, key) => results.flatMap((result) => result[key] ?? []);
const sum = (results, key) => results.reduce((total, result) => total + result[key], 0);

await main(async () => {
  const names = chosenChecks();
  const missing = await bringPrograms([
    'tmux',
    'python3',
    'chromium',
    'fonts',
    'vim',
    'less',
    'nano',
    'htop',
    'mc',
    'git',
    'podman',
  ]);
  for (const sentence of missing) stderr.write(`${sentence}\n`);
  if (missing.length > 0) exit(1);
  await install({ everything: true });
  await build({ tests: true });
  rmSync(REPORTS, { recursive: true, force: true });
  mkdirSync(REPORTS, { recursive: true });
  const results = await runChecks(names);
  if (names.length === Object.keys(CHECKS).length)
    results.push(checkRequirements(all(results, 'titles'), all(results, 'left')));
  tellSkipped(results);
  repeatFailures(results);
  const last = `\n${sum(results, 'passed')} passed, ${sum(results, 'failed')} failed\n`;
  // A pipe whose reader is slow still has to take what came before; leaving would drop it.
  await new Promise((resolve) => stdout.write(last, resolve));
  exit(sum(results, 'failed') === 0 ? 0 : 1);
});
