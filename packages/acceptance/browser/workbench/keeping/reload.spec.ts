import { expect } from '@playwright/test';
import { test } from '../room/room.js';
import { WorkbenchPage } from '../room/workbench-page.js';

test('what is typed and not saved is there after a reload, however soon [workbench reload-unsaved]', async ({
  workbench,
  desk,
}) => {
  const { page } = workbench;
  await workbench.edit('README.md');
  await workbench.type('first ');
  await workbench.edit('src/cart.py');
  await workbench.type('# second');
  await page.reload();
  await expect(workbench.text).toContainText('# second');
  await workbench.expectTab('README.md', 'unsaved');
  await workbench.expectTab('cart.py', 'unsaved');
  await workbench.tab('README.md').click();
  await expect(workbench.text).toContainText('first');

  await workbench.edit('README.md');
  await workbench.type('third');
  await page.reload();
  await expect(workbench.text).toContainText('first third');
  expect(await desk.read('README.md')).toBe('# Shop\n');
  await workbench.text.focus();
  await workbench.save();
  await expect.poll(() => desk.read('README.md')).toBe('# Shop\nfirst third');
  await page.reload();
  await workbench.expectTab('README.md', 'saved');
  await workbench.expectTab('cart.py', 'unsaved');
});

test('a file that is only typed, and what changed on the disk meanwhile, are there after it [workbench reload-unsaved]', async ({
  workbench,
  desk,
}) => {
  const { page } = workbench;
  await page.getByRole('button', { name: 'New file' }).click();
  await page.getByRole('textbox', { name: 'Path of the new file' }).fill('src/notes.md');
  await page.keyboard.press('Enter');
  await expect(workbench.text).toHaveAttribute('aria-label', 'src/notes.md, editor');
  await expect(workbench.text).toBeFocused();
  await workbench.type('# never saved');
  await workbench.edit('README.md');
  await workbench.type('mine');
  await workbench.expectTab('README.md', 'unsaved');
  await page.goto('about:blank');
  await desk.write('README.md', '# Shop\ntheirs\n');
  await workbench.open((await desk.project()).url);
  await workbench.tab('notes.md').click();
  await expect(workbench.text).toContainText('# never saved');
  await workbench.tab('README.md').click();
  await expect(workbench.text).toContainText('mine');
  await expect(page.getByText('README.md has changed on disk')).toBeVisible();
  expect(await desk.read('README.md')).toBe('# Shop\ntheirs\n');
});

test('what the browser’s database has not taken yet is there, though the file is another one by then [workbench reload-unsaved]', async ({
  workbench,
  desk,
}) => {
  const { page } = workbench;
  await workbench.edit('README.md');
  // The database is busy, and what is given to it now comes too late.
  await page.evaluate(() => {
    IDBObjectStore.prototype.put = function (this: IDBObjectStore) {
      const request = this.count();
      request.addEventListener('success', (event) => event.stopImmediatePropagation());
      return request as IDBRequest<IDBValidKey>;
    } as IDBObjectStore['put'];
  });
  await workbench.type('mine');
  await workbench.expectTab('README.md', 'unsaved');
  await page.goto('about:blank');
  await desk.write('README.md', '# Shop\ntheirs\n');
  await workbench.open((await desk.project()).url);
  await expect(page.getByText('README.md has changed on disk')).toBeVisible();
  await expect(workbench.text).toContainText('mine');
});

test('two windows that type into one file keep a text each [workbench reload-unsaved]', async ({ workbench }) => {
  const other = new WorkbenchPage(await workbench.page.context().newPage());
  await other.open(workbench.page.url());
  await workbench.edit('README.md');
  await workbench.type('of the first window');
  await other.edit('README.md');
  await other.type('of the second window');
  await workbench.page.reload();
  await expect(workbench.text).toContainText('of the first window');
  await other.page.reload();
  await expect(other.text).toContainText('of the second window');
});
