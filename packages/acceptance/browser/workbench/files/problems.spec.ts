import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { expect } from '@playwright/test';
import { test } from '../room/room.js';
import { WorkbenchPage } from '../room/workbench-page.js';

const run = promisify(execFile);

/** Letters as Western Europe wrote them before UTF-8. */
const LATIN_1 = Buffer.from('na\xefve caf\xe9\n', 'latin1');
const PICTURE = Buffer.from('89504e470d0a1a0a0000000d4948445200', 'hex');

test.use({
  files: {
    'large.log': new Uint8Array(11 * 1024 * 1024).fill(0x61),
    'picture.png': PICTURE,
    'old.txt': LATIN_1,
    'fine.txt': 'fine\n',
  },
});

const PROBLEMS = [
  { name: 'large.log', says: 'large.log: too large', helps: 'with less or head' },
  { name: 'picture.png', says: 'picture.png: not a text file', helps: 'Open it with the program that made it' },
  { name: 'old.txt', says: 'old.txt: not UTF-8', helps: 'Save it as UTF-8 with another editor, then try again' },
];

test('a file that is too large, binary or not UTF-8 says so in the place of its text [workbench file-problems]', async ({
  workbench,
  desk,
}) => {
  const { page } = workbench;
  const place = page.getByRole('tabpanel');
  for (const { name, says, helps } of PROBLEMS) {
    await workbench.row(name).click();
    await expect(place.getByRole('status')).toContainText(says);
    await expect(place).toContainText(helps);
    await expect(workbench.text).toBeHidden();
    await expect(workbench.tab(name)).toHaveAccessibleName(/cannot be shown/);
  }
  await place.getByRole('button', { name: 'Try again' }).click();
  await expect(place.getByRole('status')).toContainText('old.txt: not UTF-8');
  // Mended on the disk, it is shown by itself.
  await desk.write('old.txt', 'naïve café\n');
  await expect(workbench.text).toContainText('naïve café');

  await workbench.tab('picture.png').click();
  await place.getByRole('button', { name: 'Close' }).click();
  await expect(workbench.tab('picture.png')).toHaveCount(0);
  expect(await desk.read('old.txt')).toBe('naïve café\n');
});

test('what is no file is in the tree, says so, and is not opened [workbench file-problems]', async ({ page, desk }) => {
  const workbench = new WorkbenchPage(page);
  await run('mkfifo', [join(desk.folder, 'pipe')]);
  await workbench.open((await desk.project()).url);
  await expect(workbench.row('pipe')).toHaveAccessibleName('pipe, cannot be opened');
  await run('mkfifo', [join(desk.folder, 'new-pipe')]);
  await expect(workbench.row('new-pipe')).toHaveAccessibleName('new-pipe, cannot be opened');
  await workbench.row('pipe').click({ force: true });
  await workbench.show('fine.txt');
  await expect(workbench.tab('pipe')).toHaveCount(0);
});
