import { mkdir, rename, rm, rmdir } from 'node:fs/promises';
import { join } from 'node:path';
import { expect } from '@playwright/test';
import { test } from '../room/room.js';

test('one key saves the file in front, and says so [workbench save]', async ({ workbench, desk }) => {
  await workbench.edit('README.md');
  await workbench.type('A small shop.');
  await workbench.expectTab('README.md', 'unsaved');
  await expect(workbench.saved).toHaveText('Unsaved');
  await workbench.save();
  await expect(workbench.saved).toHaveText('Saved');
  await workbench.expectTab('README.md', 'saved');
  expect(await desk.read('README.md')).toBe('# Shop\nA small shop.');
});

test('a save that fails says why, keeps the text, and can be done again [workbench save]', async ({
  workbench,
  desk,
}) => {
  const path = join(desk.folder, 'src/cart.py');
  await workbench.edit('src/cart.py');
  await workbench.type('# my work');
  await rename(path, `${path}.before`);
  await mkdir(path);
  const deleted = workbench.page.getByText('was deleted on disk');
  await expect(deleted).toBeVisible();
  await workbench.save();
  const problems = workbench.page.getByRole('log', { name: 'Problems' });
  await expect(problems).toContainText('src/cart.py');
  await expect(workbench.text).toContainText('# my work');
  await expect(workbench.tab('cart.py')).toHaveAccessibleName(/unsaved/);

  await rmdir(path);
  await rename(`${path}.before`, path);
  await expect(deleted).toHaveCount(0);
  await workbench.text.focus();
  await workbench.save();
  await expect.poll(() => desk.read('src/cart.py')).toContain('# my work');
  await workbench.expectTab('cart.py', 'saved');
  await rm(path);
});

test('a save without a connection is done once it is back [workbench save]', async ({ workbench, desk }) => {
  await workbench.edit('README.md');
  await workbench.type('before ');
  await desk.daemon.kill();
  await expect(workbench.page.getByText(/what you type is kept here/)).toBeVisible();
  await workbench.type('after');
  await workbench.save();
  await desk.daemon.restart();
  await workbench.comeBack();
  await expect.poll(() => desk.read('README.md')).toBe('# Shop\nbefore after');
});
