import { expect } from '@playwright/test';
import { test } from '../room/room.js';
import { WorkbenchPage } from '../room/workbench-page.js';

test('each window keeps its text whatever another one saves, and leaves it to the next one [workbench reload-unsaved]', async ({
  workbench: first,
  desk,
}) => {
  const context = first.page.context();
  const address = first.page.url();
  const second = new WorkbenchPage(await context.newPage());
  await second.open(address);
  await first.edit('README.md');
  await first.type('of the first');
  await second.edit('README.md');
  await second.type('of the second');
  await second.save();
  await expect.poll(() => desk.read('README.md')).toBe('# Shop\nof the second');
  await first.page.reload();
  await expect(first.text).toContainText('of the first');
  await first.page.getByRole('button', { name: 'Keep mine' }).click();
  await second.type(', later');
  await second.expectTab('README.md', 'unsaved');
  await first.page.close();
  await second.page.close();

  const next = new WorkbenchPage(await context.newPage());
  await next.open(address);
  await expect(next.text).toContainText('of the second, later');
  const notice = next.page.getByText('There is text of README.md from another window that was never saved');
  await expect(notice).toBeVisible();
  await next.page.getByRole('button', { name: 'Compare' }).click();
  await expect(next.page.getByRole('region', { name: 'Differences in README.md' })).toContainText('of the first');
  await next.page.getByRole('button', { name: 'Take it' }).click();
  await expect(next.text).toContainText('of the first');
  await expect(notice).toBeHidden();
  await next.text.focus();
  await next.save();
  await expect.poll(() => desk.read('README.md')).toBe('# Shop\nof the first');
  await next.page.reload();
  await next.expectTab('README.md', 'saved');
  await expect(next.text).toContainText('of the first');
  await expect(notice).toBeHidden();
});

test('a window that was opened as a copy of another one keeps a text of its own [workbench reload-unsaved]', async ({
  workbench: first,
}) => {
  await first.edit('README.md');
  await first.type('of the first');
  await first.expectTab('README.md', 'unsaved');
  const coming = first.page.waitForEvent('popup');
  await first.page.evaluate((address) => void window.open(address), first.page.url());
  const copy = new WorkbenchPage(await coming);
  await copy.arrive();
  await copy.edit('README.md');
  await expect(copy.text).not.toContainText('of the first');
  await copy.type('of the copy');
  await first.page.reload();
  await expect(first.text).toContainText('of the first');
  await copy.page.reload();
  await expect(copy.text).toContainText('of the copy');
});
