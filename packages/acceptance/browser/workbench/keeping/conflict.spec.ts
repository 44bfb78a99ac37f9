import { expect } from '@playwright/test';
import { test } from '../room/room.js';
import type { WorkbenchPage } from '../room/workbench-page.js';

const LINES = ['# Shop', '', 'Sells tea.', '', 'Open all day.', ''];
const withLines = (at: number, line: string) => LINES.map((each, index) => (index === at ? line : each)).join('\n');
/** What another program wrote, and what the student has typed. */
const DISK = withLines(0, '# The shop');
const MINE = withLines(4, 'Closed.');

test.use({ files: { 'README.md': LINES.join('\n') } });

const view = ({ page }: WorkbenchPage) => page.getByRole('region', { name: 'Conflict in README.md' });

test.beforeEach(async ({ workbench, desk }) => {
  const { page } = workbench;
  await workbench.show('README.md');
  await workbench.line(5).click();
  await page.keyboard.press('Home');
  await page.keyboard.press('Shift+End');
  await workbench.type('Closed.');
  await workbench.expectTab('README.md', 'unsaved');
  await desk.write('README.md', DISK);
  await expect(page.getByText('README.md has changed on disk, and you have unsaved text')).toBeVisible();
});

test('both versions are shown, and nothing is overwritten before the student chooses [workbench conflict]', async ({
  workbench,
  desk,
}) => {
  const { page } = workbench;
  expect((await workbench.lines()).join('\n')).toBe(MINE);
  await page.setViewportSize({ width: 2200, height: 900 });
  await workbench.text.focus();
  await workbench.save();
  await expect(view(workbench)).toContainText('Nothing of yours is lost: choose what to keep.');
  const texts = view(workbench).locator('.cm-content');
  await expect(texts).toHaveCount(2);
  const [disk, mine] = [texts.first(), texts.last()];
  await expect(disk).toContainText('# The shop');
  await expect(disk).toContainText('Open all day.');
  await expect(mine).toContainText('Closed.');
  await expect(disk).toHaveAttribute('contenteditable', 'false');
  expect(await desk.read('README.md')).toBe(DISK);

  await page.getByRole('button', { name: 'Back to the editor' }).click();
  expect((await workbench.lines()).join('\n')).toBe(MINE);
  expect(await desk.read('README.md')).toBe(DISK);
  await page.reload();
  await expect(page.getByText('README.md has changed on disk, and you have unsaved text')).toBeVisible();
  expect(await desk.read('README.md')).toBe(DISK);
});

test('a piece of the disk is taken by keyboard, and what is shown is saved [workbench conflict]', async ({
  workbench,
  desk,
}) => {
  const { page } = workbench;
  await page.getByRole('button', { name: 'Compare' }).press('Enter');
  await view(workbench).getByRole('button', { name: 'Take this piece from the disk' }).first().press('Enter');
  await page.emulateMedia({ colorScheme: 'dark' });
  await expect(page.locator('html[data-theme=dark]')).toHaveCount(1);
  await expect(view(workbench).locator('.cm-content').last(), 'what was taken stays in other colours').toContainText(
    '# The shop',
  );
  await expect(view(workbench).locator('.cm-deletedChunk')).toHaveCount(1);
  await view(workbench).getByRole('button', { name: 'Save what is shown here' }).press('Enter');
  const both = LINES.with(0, '# The shop').with(4, 'Closed.').join('\n');
  await expect.poll(() => desk.read('README.md')).toBe(both);
  await workbench.expectTab('README.md', 'saved');
  expect((await workbench.lines()).join('\n')).toBe(both);
});

test('what can be done stays where it is when the words come that say why [workbench conflict]', async ({
  workbench,
  desk,
}) => {
  const { page } = workbench;
  await page.getByRole('button', { name: 'Keep mine' }).click();
  const places = page.evaluate(async () => {
    const seen = new Set<string>();
    const frame = () => new Promise(requestAnimationFrame);
    for (let isTold = false; !isTold; await frame()) {
      const bar = document.querySelector('.wb-editor-panel .wb-bar');
      const { left, top } = bar?.querySelector('button')?.getBoundingClientRect() ?? {};
      if (top === undefined) continue;
      seen.add(`${left}, ${top}`);
      isTold = bar?.querySelector('[role=status]')?.textContent !== '';
    }
    return [...seen];
  });
  await desk.write('README.md', '# Another shop');
  expect(await places).toHaveLength(1);
});

test('the student keeps their own text [workbench conflict]', async ({ workbench, desk }) => {
  await workbench.page.getByRole('button', { name: 'Keep mine' }).click();
  await workbench.text.focus();
  await workbench.save();
  await expect.poll(() => desk.read('README.md')).toBe(MINE);
  await workbench.expectTab('README.md', 'saved');
});

test('the student takes the one on the disk, and can go back [workbench conflict]', async ({ workbench, desk }) => {
  await workbench.page.getByRole('button', { name: 'Take the one on disk' }).click();
  await expect.poll(async () => (await workbench.lines()).join('\n')).toBe(DISK);
  await workbench.expectTab('README.md', 'saved');
  expect(await desk.read('README.md')).toBe(DISK);
  await workbench.text.focus();
  await workbench.page.keyboard.press('ControlOrMeta+z');
  await expect(workbench.text).toContainText('Closed.');
});
