import { expect, type Page } from '@playwright/test';
import { enter, tabTo } from '../../accessibility/focus.js';
import { test } from '../room/room.js';
import type { WorkbenchPage } from '../room/workbench-page.js';
import { watchFocus } from './watch-focus.js';

const LINES = ['# Shop', '', 'Sells tea.', '', 'Open all day.', ''];
/** What another program wrote. */
const DISK = LINES.with(0, '# The shop').join('\n');
/** What the student types at the end. */
const TYPED = 'Closed.';
const MINE = `${LINES.join('\n')}${TYPED}`;

// Without transitions, what the focus looks like is known at once.
test.use({ files: { 'README.md': LINES.join('\n') }, contextOptions: { reducedMotion: 'reduce' } });

const press = async (page: Page, ...keys: string[]) => {
  for (const key of keys) await page.keyboard.press(key);
};

/** From the terminal, where the keyboard is at first, to the end of the file, which is not saved then. */
async function typeInFile(workbench: WorkbenchPage): Promise<void> {
  const { page } = workbench;
  await workbench.terminalInput.focus();
  await press(page, 'Control+Shift+E');
  await expect(workbench.part('Editor')).toBeFocused();
  await press(page, 'ControlOrMeta+p');
  await expect(page.getByRole('searchbox', { name: 'Find a file' })).toBeFocused();
  await workbench.type('README');
  await page.getByRole('list', { name: 'Files found' }).getByRole('button').first().waitFor();
  await press(page, 'Enter');
  await expect(workbench.text).toBeFocused();
  await press(page, 'ControlOrMeta+End');
  await workbench.type(TYPED);
  await workbench.expectTab('README.md', 'unsaved');
}

test.describe('where a file has changed on disk, and there is unsaved text of it', () => {
  test.beforeEach(async ({ workbench, desk }) => {
    await typeInFile(workbench);
    await desk.write('README.md', DISK);
    await workbench.page.getByRole('button', { name: 'Compare' }).waitFor();
    await press(workbench.page, 'Escape');
  });

  test('both versions are compared, a piece is taken, and what is shown is saved, by keyboard alone [workbench keyboard]', async ({
    workbench,
    desk,
  }) => {
    const { page } = workbench;
    const lost = await watchFocus(page);
    const view = page.getByRole('region', { name: 'Conflict in README.md' });
    await tabTo(page, page.getByRole('button', { name: 'Compare' }), 'Shift+Tab');
    await press(page, 'Enter');
    await expect(view).toBeVisible();
    const yours = view.getByRole('textbox', { name: 'Yours, README.md, editor' });
    await expect(yours).toBeFocused();
    await press(page, 'Escape');
    await enter(page, view.getByRole('button', { name: 'Take this piece from the disk' }));
    await expect(yours).toContainText('# The shop');
    // The keyboard is at the next piece, whose two buttons are behind the text that they are in.
    await press(page, 'Shift+Tab', 'Shift+Tab');
    await expect(yours).toBeFocused();
    await press(page, 'Escape');
    await tabTo(page, view.getByRole('button', { name: 'Save what is shown here' }), 'Shift+Tab');
    await press(page, 'Enter');
    await expect.poll(() => desk.read('README.md')).toBe(`${DISK}${TYPED}`);
    await workbench.expectTab('README.md', 'saved');
    await expect(workbench.text).toBeFocused();
    expect(await lost()).toEqual([]);
  });

  for (const [name, inEditor] of [
    ['Keep mine', MINE],
    ['Take the one on disk', DISK],
  ] as const)
    test(`"${name}" is chosen by keyboard alone [workbench keyboard]`, async ({ workbench, desk }) => {
      const { page } = workbench;
      const lost = await watchFocus(page);
      const button = page.getByRole('button', { name });
      await tabTo(page, button, 'Shift+Tab');
      await press(page, 'Enter');
      await expect(button).toHaveCount(0);
      await expect.poll(async () => (await workbench.lines()).join('\n')).toBe(inEditor);
      await expect(workbench.text).toBeFocused();
      await workbench.save();
      await workbench.expectTab('README.md', 'saved');
      await expect.poll(() => desk.read('README.md')).toBe(inEditor);
      expect(await lost()).toEqual([]);
    });
});

test('what is not saved is seen beside what the disk has, and left again, by keyboard alone [workbench keyboard]', async ({
  workbench,
}) => {
  const { page } = workbench;
  const lost = await watchFocus(page);
  await typeInFile(workbench);
  await press(page, 'Escape');
  await tabTo(page, page.getByRole('button', { name: 'File actions' }), 'Shift+Tab');
  await press(page, 'Enter');
  await enter(page, page.getByRole('button', { name: 'View changes' }));
  const comparison = page.locator('.wb-comparison');
  await expect(comparison).toContainText(TYPED);
  await tabTo(page, page.getByRole('button', { name: 'Back to the editor' }), 'Shift+Tab');
  await press(page, 'Enter');
  await expect(comparison).toHaveCount(0);
  await expect(workbench.text).toBeFocused();
  await workbench.type(' Sorry.');
  await expect(workbench.text).toContainText(`${TYPED} Sorry.`);
  expect(await lost()).toEqual([]);
});
