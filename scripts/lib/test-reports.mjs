import { existsSync, readFileSync } from 'node:fs';

/** Summarizes a runner's report. `titles` are those of passed tests, with the titles of their suites. */
function summary(tests, exitCode) {
  const passed = tests.filter((test) => test.passed);
  const failed = tests.length - passed.length;
  // A runner can fail without a failed test: a suite that does not load, a leak found at the end.
  return {
    passed: passed.length,
    failed: failed === 0 && exitCode !== 0 ? 1 : failed,
    titles: passed.map((test) => test.title),
  };
}

export function readVitestReport(path, exitCode) {
  if (!existsSync(path)) return summary([], exitCode || 1);
  const { testResults } = JSON.parse(readFileSync(path, 'utf8'));
  const tests = testResults.flatMap((file) => file.assertionResults);
  return summary(
    tests
      .filter((test) => test.status !== 'skipped')
      .map((test) => ({ title: test.fullName, passed: test.status === 'passed' })),
    exitCode,
  );
}

/** Reads a report of claims; `shown` is the title of what they prove together if all of them hold. */
export function readJunitReport(path, exitCode, shown) {
  if (!existsSync(path)) return summary([], exitCode || 1);
  const [, tests, failures] = /<testsuites [^>]*tests="(\d+)" failures="(\d+)"/.exec(readFileSync(path, 'utf8'));
  const failed = Number(failures) === 0 && exitCode !== 0 ? 1 : Number(failures);
  return { passed: Number(tests) - Number(failures), failed, titles: failed === 0 ? [shown] : [] };
}

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
  const own = (suite.specs ?? [])
    .filter((spec) => spec.tests.some((test) => test.status !== 'skipped'))
    .map((spec) => ({ title: `${title}${spec.title}`, passed: spec.ok }));
  return [...own, ...(suite.suites ?? []).flatMap((inner) => specsOf(inner, title))];
}
