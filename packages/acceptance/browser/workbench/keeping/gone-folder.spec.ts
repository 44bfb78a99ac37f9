import { rename, rm } from 'node:fs/promises';
import { expect } from '@playwright/test';
import { test } from '../room/room.js';
import type { WorkbenchPage } from '../room/workbench-page.js';

/** What the page says of the project's folder, and not of the files in it. */
const notes = (workbench: WorkbenchPage) =>
  workbench.part('Files').getByText(/not noticed[\s\S]*folder|folder[\s\S]*(gone|deleted|moved)/i);

test.beforeEach(async ({ workbench }) => {
  await workbench.edit('README.md');
  await workbench.type('Sells tea.');
  await workbench.expectTab('README.md', 'unsaved');
  await expect(notes(workbench)).toHaveCount(0);
});

test('a folder that is deleted while its page is open is told as gone, and unsaved text stays and can be gone on with [workbench gone-folder]', async ({
  workbench,
  desk,
}) => {
  await rm(desk.folder, { recursive: true });
  await expect(notes(workbench)).not.toHaveCount(0);
  await expect(workbench.text).toContainText('Sells tea.');
  await workbench.text.focus();
  await workbench.type(' And coffee.');
  await workbench.save();
  await workbench.expectTab('README.md', 'unsaved');
  await expect(workbench.page.getByRole('log', { name: 'Problems' })).toContainText(/folder/i);
  await expect(workbench.text).toContainText('Sells tea. And coffee.');
});

test('a folder that is moved away is told as gone, and unsaved text is saved once it is back [workbench gone-folder]', async ({
  workbench,
  desk,
}) => {
  const elsewhere = `${desk.folder}-moved`;
  await rename(desk.folder, elsewhere);
  await expect(notes(workbench)).not.toHaveCount(0);
  await expect(workbench.text).toContainText('Sells tea.');
  await rename(elsewhere, desk.folder);
  await workbench.text.focus();
  await workbench.save();
  await expect.poll(() => desk.read('README.md')).toBe('# Shop\nSells tea.');
  await workbench.expectTab('README.md', 'saved');
});
