import { brotliCompressSync } from 'node:zlib';
import { expect } from '@playwright/test';
import { SHELL_PROMPT } from '../../../src/index.js';
import { test } from '../../classroom/classroom.js';
import { collectLoaded } from '../room/loaded.js';
import { WorkbenchPage } from '../room/workbench-page.js';

test.use({ daemonFlags: ['--agent', 'shell'] });

const MOST_BYTES = 400_000;
/** Words by which the scripts of the Workbench are known, and those of its editor. */
const MARKS = ['What the agent looked at', 'cm-content'];

test('a lesson loads no script of the Workbench before its tab is opened, and then under 400 KB compressed [workbench page-weight]', async ({
  practice,
  classroom,
}) => {
  const { page } = practice;
  const loaded = collectLoaded(page, /\.js$/);
  const marks = (scripts: Iterable<Buffer>) => {
    const texts = [...scripts].map((script) => script.toString());
    return MARKS.filter((mark) => texts.some((text) => text.includes(mark)));
  };
  await practice.start();
  await practice.waitUntilConnected();
  await classroom.pane.waitForScreen(SHELL_PROMPT.trimEnd());
  await expect(page.getByRole('tab', { name: 'Workbench' })).toBeVisible();
  const before = await loaded();
  expect(marks(before.values())).toEqual([]);
  await page.getByRole('tab', { name: 'Workbench' }).click();
  const workbench = new WorkbenchPage(page);
  await workbench.show('agent.py');
  await expect(workbench.text.locator('.cm-line span').first()).toBeVisible();
  const added = [...(await loaded())].filter(([path]) => !before.has(path)).map(([, script]) => script);
  expect(marks(added)).toEqual(MARKS);
  expect(added.reduce((sum, script) => sum + brotliCompressSync(script).length, 0)).toBeLessThan(MOST_BYTES);
});
