import { readFile } from 'node:fs/promises';
import { expect, type FileChooser } from '@playwright/test';
import { EXERCISE, test } from '../classroom/classroom.js';
import { openShell } from '../classroom/shell-screen.js';
import { entryOf } from './progress-page.js';

test.use({ daemonFlags: ['--agent', 'shell'] });

test('progress is exported, forgotten after a question, and imported again [exercises 4 progress-page] [exercises 4 export-import] [exercises 4 reset]', async ({
  practice,
  classroom,
}, testInfo) => {
  const { page } = practice;
  await openShell(practice);
  await practice.check();
  await practice.waitUntilChecked();
  await page.goto(`${classroom.site.url}/progress`);
  const entry = entryOf(page, 'Build Your First Agent');
  await expect(entry).toContainText('Attempts1');

  const download = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Export' }).click();
  const file = testInfo.outputPath('progress.json');
  await (await download).saveAs(file);
  expect(JSON.parse(await readFile(file, 'utf8'))).toMatchObject({
    exercises: [{ exerciseId: EXERCISE, attempts: 1 }],
  });

  const forget = page.getByRole('button', { name: 'Forget all…' });
  await forget.click();
  await page.getByRole('dialog').getByRole('button', { name: 'Keep it' }).click();
  await expect(entry).toContainText('Attempts1');
  await expect(forget).toBeFocused();
  await forget.click();
  await page.getByRole('dialog').getByRole('button', { name: 'Forget all' }).click();
  await expect(page.getByText('Forgotten. Your files are as they were.')).toBeVisible();
  await expect(entry).not.toContainText('Attempts');

  await page.getByLabel('File with exported progress').setInputFiles(file);
  await expect(page.getByText('Imported: 1 new, 0 joined with what was here, 0 already the same.')).toBeVisible();
  await expect(entry).toContainText('Attempts1');
});

test.describe('without a daemon, in a window of 320 pixels', () => {
  // A window of 1280 × 1024 at 400 % (WCAG 1.4.10).
  test.use({ daemonRuns: false, viewport: { width: 320, height: 256 } });

  test('the page says how to start it, goes on by itself, and is used by keyboard alone [exercises 4 progress-page]', async ({
    page,
    classroom,
  }) => {
    const isTooWide = () => page.evaluate(() => document.documentElement.scrollWidth > innerWidth);
    await page.goto(`${classroom.site.url}/progress`);
    await expect(page.getByRole('heading', { name: 'Start the practice server' })).toBeVisible();
    expect(await isTooWide()).toBe(false);
    await classroom.startDaemon();
    await expect(page.getByText(/^Nothing yet/)).toBeVisible();
    await expect(entryOf(page, 'Build Your First Agent')).toContainText('Not started');
    expect(await isTooWide()).toBe(false);
    // Asked for well before the key: keys reach a page by another way, and may overtake the wish to hear of its dialogs.
    const chooser = new Promise<FileChooser>((resolve) => page.once('filechooser', resolve));
    await page.getByRole('button', { name: 'Export' }).focus();
    await page.keyboard.press('Tab');
    await expect(page.getByRole('button', { name: 'Import…' })).toBeFocused();
    await page.keyboard.press('Enter');
    await (await chooser).setFiles({ name: 'no.json', mimeType: 'application/json', buffer: Buffer.from('{}') });
    await expect(page.getByText(/^Nothing was imported\. It is not an export of progress/)).toBeVisible();
    await page.getByRole('button', { name: 'Import…' }).focus();
    await page.keyboard.press('Tab');
    await expect(page.getByRole('button', { name: 'Recordings…' })).toBeFocused();
    await page.keyboard.press('Tab');
    await expect(page.getByRole('link', { name: 'Build the Agent Loop' })).toBeFocused();
    await page.keyboard.press('Enter');
    await expect(page).toHaveURL(/the-agent-loop$/);
  });
});
