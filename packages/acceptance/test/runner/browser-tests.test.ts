import { execFile } from 'node:child_process';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { env } from 'node:process';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { expect, it } from 'vitest';
import { temporaryFolder } from '../../src/machine/temporary-folder.js';

const script = new URL('../../../../scripts/lib/test-reports.mjs', import.meta.url);
const { readPlaywrightReport } = await import(script.href);
const here = (path: string) => fileURLToPath(new URL(`../../${path}`, import.meta.url));
const PLAYWRIGHT = here('node_modules/.bin/playwright');

const COUNT = 12;
/** Of the kind that all tests with a browser are. */
const SPEC = `
import { test } from '${here('browser/test.ts')}';
for (let n = 0; n < ${COUNT}; n += 1) test('does thing ' + n, () => undefined);
`;

const CONFIG = `
import { CHROMIUM_LAUNCH } from '${here('src/machine/chromium.ts')}';
export default { use: { launchOptions: CHROMIUM_LAUNCH } };
`;

/** Pages that are at fault, in the context of the test and in one of its own, and one that is not. */
const FAULTY = `
import { test } from '${here('browser/test.ts')}';
const faulty = 'data:text/html,<script>Promise.reject(new Error("nobody catches this"))</script>';
test('the page', async ({ page }) => page.goto(faulty).then(() => page.evaluate('new Promise((done) => setTimeout(done))')));
test('another page', async ({ browser }) => {
  const page = await browser.newPage();
  await page.goto(faulty);
  await page.evaluate('new Promise((done) => setTimeout(done))');
});
test('faultless', async ({ page }) => page.goto('data:text/html,<p>'));
`;

it('an error that a page does not catch fails the test, in whichever context the page is', async () => {
  await using folder = await temporaryFolder();
  await writeFile(join(folder.path, 'pages.spec.ts'), FAULTY);
  await writeFile(join(folder.path, 'playwright.config.ts'), CONFIG);
  const report = join(folder.path, 'report.json');
  const run = promisify(execFile)(PLAYWRIGHT, ['test', '--config', folder.path, '--reporter', 'json'], {
    cwd: folder.path,
    env: { PATH: env.PATH, PLAYWRIGHT_JSON_OUTPUT_NAME: report },
  });
  await expect(run).rejects.toThrow();
  const text = await readFile(report, 'utf8');
  expect(text.match(/errors that pages did not catch/g)?.length).toBeGreaterThanOrEqual(2);
  expect(text).toContain('nobody catches this');
  expect(readPlaywrightReport(report, 1)).toMatchObject({ passed: 1, failed: 2 });
});

it('two runs whose turns follow one another try each browser test once between them, and name what they leave', async () => {
  await using folder = await temporaryFolder();
  await writeFile(join(folder.path, 'things.spec.ts'), SPEC);
  await writeFile(join(folder.path, 'playwright.config.ts'), CONFIG);
  const run = async (turn: string) => {
    const report = join(folder.path, `report-${turn}.json`);
    await promisify(execFile)(PLAYWRIGHT, ['test', '--config', folder.path, '--reporter', 'json'], {
      cwd: folder.path,
      env: { PATH: env.PATH, PRACTICE_TEST_TURN: turn, PLAYWRIGHT_JSON_OUTPUT_NAME: report },
    });
    return readPlaywrightReport(report, 0);
  };
  const [even, odd, all] = [await run('6'), await run('7'), await run('')];
  expect([all.titles.length, all.skipped]).toEqual([COUNT, []]);
  expect([...even.titles, ...odd.titles].toSorted()).toEqual(all.titles.toSorted());
  expect([even.left, odd.left]).toEqual([odd.titles, even.titles]);
  expect([even.skipped, odd.skipped]).toEqual([even.left, odd.left]);
  expect(Math.min(even.titles.length, odd.titles.length)).toBeGreaterThan(0);
});
