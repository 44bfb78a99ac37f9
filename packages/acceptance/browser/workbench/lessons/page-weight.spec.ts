import { brotliCompressSync } from 'node:zlib';
import { expect } from '@playwright/test';
import { SHELL_PROMPT } from '../../../src/index.js';
import { test } from '../../classroom/classroom.js';
import { collectLoaded } from '../room/loaded.js';
import { WorkbenchPage } from '../room/workbench-page.js';

test.use({ daemonFlags: ['--agent', 'shell'] });

const MOST_BYTES = 400_000;
/** Words by which the Workbench's scripts are known, those of its editor, and its style sheet. */
const MARKS = ['What the agent looked at', 'cm-content', '.wb-header{'];

test('a lesson loads nothing of the Workbench before its tab is opened, and then under 400 KB compressed [workbench page-weight]', async ({
  practice,
  classroom,
}) => {
  const { page } = practice;
  const loaded = collectLoaded(page, /\.(?:js|css)$/);
  const marks = (files: Iterable<Buffer>) => {
    const texts = [...files].map((file) => file.toString());
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
  const added = [...(await loaded())].filter(([path]) => !before.has(path)).map(([, file]) => file);
  expect(marks(added)).toEqual(MARKS);
  expect(added.reduce((sum, file) => sum + brotliCompressSync(file).length, 0)).toBeLessThan(MOST_BYTES);
});
