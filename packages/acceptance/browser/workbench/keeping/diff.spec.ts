import { expect } from '@playwright/test';
import { test } from '../room/room.js';
import type { WorkbenchPage } from '../room/workbench-page.js';

test.use({ files: { 'list.txt': Array.from({ length: 60 }, (_, at) => `line ${at + 1}\n`).join('') } });

async function viewChanges({ page }: WorkbenchPage): Promise<void> {
  await page.getByRole('button', { name: 'File actions' }).click();
  await page.getByRole('button', { name: 'View changes' }).click();
}

test('what is not saved is seen beside what the disk has [workbench diff]', async ({ workbench, desk }) => {
  const { page } = workbench;
  await workbench.show('list.txt');
  await workbench.line(2).click();
  await page.keyboard.press('Home');
  await page.keyboard.press('Shift+End');
  await workbench.type('changed here');
  await workbench.edit('list.txt');
  await workbench.type('added at the end');
  await page.setViewportSize({ width: 2200, height: 900 });
  await viewChanges(workbench);
  const place = page.locator('.wb-comparison');
  await expect(place.locator('.wb-comparison-names')).toContainText('Saved');
  const texts = place.locator('.cm-content');
  await expect(texts).toHaveCount(2);
  await expect(texts.first().locator('.cm-changedLine')).toHaveText(['line 2']);
  await expect(texts.last().locator('.cm-changedLine')).toHaveText(['changed here', 'added at the end']);
  await expect(place, 'what is the same is folded').not.toContainText('line 30');

  await page.setViewportSize({ width: 820, height: 1180 });
  await expect(texts).toHaveCount(1);
  await expect(place.locator('.cm-deletedChunk').first()).toContainText('line 2');
  await expect(texts).toContainText('changed here');
  await page.getByRole('button', { name: 'Back to the editor' }).click();
  await expect(workbench.text).toContainText('added at the end');
  expect(await desk.read('list.txt')).not.toContain('changed here');

  await workbench.text.focus();
  await workbench.save();
  await workbench.expectTab('list.txt', 'saved');
  await page.getByRole('button', { name: 'File actions' }).click();
  await expect(page.getByRole('button', { name: 'View changes' })).toHaveAttribute('aria-disabled', 'true');
});
