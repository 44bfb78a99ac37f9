import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { type TemporaryFolder, temporaryFolder } from '../../src/machine/temporary-folder.js';

const script = new URL('../../../../scripts/lib/test-reports.mjs', import.meta.url);
const { readJunitReport, readPlaywrightReport, readVitestReport } = await import(script.href);

let folder: TemporaryFolder;
let path: string;
beforeEach(async () => {
  folder = await temporaryFolder();
  path = join(folder.path, 'report.json');
});
afterEach(() => folder[Symbol.asyncDispose]());

it('what was skipped on purpose is named; what the runner did not come to, or nobody has written, has failed', async () => {
  const assertionResults = ['passed', 'failed', 'skipped', 'todo', 'pending'].map((status) => ({
    fullName: `it ${status}`,
    status,
  }));
  await writeFile(path, JSON.stringify({ testResults: [{ assertionResults }] }));
  expect(readVitestReport(path, 1)).toEqual({
    passed: 1,
    failed: 3,
    titles: ['it passed'],
    skipped: ['it skipped'],
    left: [],
  });
});

it('a browser test is skipped where it was nowhere run, and named with its suites', async () => {
  const spec = (title: string, ok: boolean, ...status: string[]) => ({
    title,
    ok,
    tests: status.map((one) => ({ status: one })),
  });
  const inner = {
    title: 'inner',
    specs: [spec('left out', true, 'skipped', 'skipped'), spec('half', true, 'skipped', 'expected')],
  };
  const suites = [
    { title: 'outer', specs: [spec('holds', true, 'expected'), spec('fails', false, 'unexpected')], suites: [inner] },
  ];
  await writeFile(path, JSON.stringify({ suites }));
  expect(readPlaywrightReport(path, 1)).toEqual({
    passed: 2,
    failed: 1,
    titles: ['outer holds', 'outer inner half'],
    skipped: ['outer inner left out'],
    left: [],
  });
});

it('of the skipped browser tests, those are left to another run that say so', async () => {
  const spec = (title: string, status: string, ...types: string[]) => ({
    title,
    ok: true,
    tests: [{ status, annotations: types.map((type) => ({ type })) }],
  });
  const specs = [
    spec('later', 'skipped', 'skip', 'left to another run'),
    spec('never', 'skipped', 'skip'),
    spec('now', 'expected', 'left to another run'),
  ];
  await writeFile(path, JSON.stringify({ suites: [{ title: 'all', specs }] }));
  expect(readPlaywrightReport(path, 0)).toEqual({
    passed: 1,
    failed: 0,
    titles: ['all now'],
    skipped: ['all later', 'all never'],
    left: ['all later'],
  });
});

it('a runner that fails without a failed test has failed, and so has one that leaves no report', async () => {
  await writeFile(path, JSON.stringify({ testResults: [] }));
  expect(readVitestReport(path, 1)).toMatchObject({ passed: 0, failed: 1 });
  expect(readVitestReport(join(folder.path, 'none'), 0)).toMatchObject({ passed: 0, failed: 1 });
});

it.each([
  [0, 0, false, { passed: 4, failed: 0, titles: ['all hold'] }],
  [0, 0, true, { passed: 4, failed: 0, left: ['all hold'] }],
  [1, 1, false, { passed: 3, failed: 1, titles: [] }],
  [1, 1, true, { passed: 3, failed: 1, left: [] }],
  [0, 1, false, { passed: 4, failed: 1, titles: [] }],
])(
  'of %i failures and exit code %i, in part %j, the claims together are %j',
  async (failures, exitCode, isPart, read) => {
    await writeFile(path, `<testsuites name="claims" tests="4" failures="${failures}" time="1"></testsuites>`);
    expect(readJunitReport(path, exitCode, 'all hold', isPart)).toEqual(read);
  },
);
