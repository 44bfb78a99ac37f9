import { existsSync, readFileSync } from 'node:fs';

/**
 * Summarizes a runner's report. `titles` are those of passed tests and `skipped` those of tests that did not run, with the
 * titles of their suites; `left` are those of the latter that another run has.
 */
function summary(tests, exitCode) {
  const ran = tests.filter((test) => !test.skipped);
  const passed = ran.filter((test) => test.passed);
  const failed = ran.length - passed.length;
  // A runner can fail without a failed test: a suite that does not load, a leak found at the end.
  return {
    passed: passed.length,
    failed: failed === 0 && exitCode !== 0 ? 1 : failed,
    titles: passed.map((test) => test.title),
    skipped: tests.filter((test) => test.skipped).map((test) => test.title),
    left: tests.filter((test) => test.left).map((test) => test.title),
  };
}

export function readVitestReport(path, exitCode) {
  if (!existsSync(path)) return summary([], exitCode || 1);
  const { testResults } = JSON.parse(readFileSync(path, 'utf8'));
  const tests = testResults.flatMap((file) => file.assertionResults);
  return summary(
    tests.map(({ fullName, status }) => ({
      title: fullName,
      passed: status === 'passed',
      // Those that it did not come to, or that are not written yet, have failed.
      skipped: status === 'skipped',
    })),
    exitCode,
  );
}

/**
 * Reads a report of claims; `shown` is the title of what they prove together if all of them hold, or will prove with those
 * that are left to another run.
 */
export function readJunitReport(path, exitCode, shown, isPart = false) {
  if (!existsSync(path)) return summary([], exitCode || 1);
  const [, tests, failures] = /<testsuites [^>]*tests="(\d+)" failures="(\d+)"/.exec(readFileSync(path, 'utf8'));
  const failed = Number(failures) === 0 && exitCode !== 0 ? 1 : Number(failures);
  const holds = failed === 0 ? [shown] : [];
  return { passed: Number(tests) - Number(failures), failed, [isPart ? 'left' : 'titles']: holds };
}

/** What the fixture of all browser tests annotates one with that another run has. */
const LEFT = 'left to another run';

export function readPlaywrightReport(path, exitCode) {
  if (!existsSync(path)) return summary([], exitCode || 1);
  const { suites } = JSON.parse(readFileSync(path, 'utf8'));
  return summary(
    suites.flatMap((suite) => specsOf(suite, '')),
    exitCode,
  );
}

function specsOf(suite, prefix) {
  const title = `${prefix}${suite.title} `;
  const own = (suite.specs ?? []).map((spec) => {
    const skipped = spec.tests.every((test) => test.status === 'skipped');
    const annotations = spec.tests.flatMap((test) => test.annotations ?? []);
    const left = skipped && annotations.some(({ type }) => type === LEFT);
    return { title: `${title}${spec.title}`, passed: spec.ok, skipped, left };
  });
  return [...own, ...(suite.suites ?? []).flatMap((inner) => specsOf(inner, title))];
}
