import { expect, type Page } from '@playwright/test';
import { tabTo } from '../../accessibility/focus.js';
import { test } from '../room/room.js';
import { watchFocus } from './watch-focus.js';

// Without transitions, what the focus looks like is known at once.
test.use({ contextOptions: { reducedMotion: 'reduce' } });

const press = async (page: Page, ...keys: string[]) => {
  for (const key of keys) await page.keyboard.press(key);
};

test('files are found, opened, edited, saved, told apart and closed by keyboard alone [workbench keyboard]', async ({
  workbench,
  desk,
}) => {
  const { page, tree, text } = workbench;
  const lost = await watchFocus(page);
  await workbench.terminalInput.focus();
  await press(page, 'Control+Shift+E');
  await expect(workbench.part('Editor')).toBeFocused();
  await press(page, 'ControlOrMeta+p');
  const search = page.getByRole('searchbox', { name: 'Find a file' });
  await expect(search).toBeFocused();
  await workbench.type('cart');
  await press(page, 'ArrowDown');
  await expect(page.getByRole('button', { name: /^cart\.py/ })).toBeFocused();
  await press(page, 'ArrowUp');
  await expect(search).toBeFocused();
  await press(page, 'Enter');
  await expect(text).toHaveAttribute('aria-label', 'src/cart.py, editor');
  await expect(text).toBeFocused();
  await workbench.type('# typed\n');
  await press(page, 'Tab');
  expect((await workbench.lines()).slice(0, 2)).toEqual(['# typed', '    class Cart:']);
  await workbench.save();
  await expect.poll(() => desk.read('src/cart.py')).toContain('# typed\n    class Cart');

  await press(page, 'Shift+F6');
  await expect(page.getByRole('region', { name: 'Plan, hints and messages' })).toBeFocused();
  await press(page, 'Shift+F6');
  await expect(tree).toBeFocused();
  await press(page, 'End', ' ');
  await workbench.expectTab('README.md', 'saved');
  await expect(tree, 'a space opens the file and stays').toBeFocused();
  await press(page, 'Enter');
  await expect(text).toHaveAttribute('aria-label', 'README.md, editor');
  await expect(text).toBeFocused();
  await workbench.type('unsaved');
  await press(page, 'Alt+PageDown');
  await expect(text).toHaveAttribute('aria-label', 'src/cart.py, editor');
  await press(page, 'Alt+PageUp');
  await expect(text).toHaveAttribute('aria-label', 'README.md, editor');

  await press(page, 'Escape');
  await tabTo(page, page.getByRole('button', { name: 'File actions' }), 'Shift+Tab');
  await press(page, 'Enter');
  await expect(workbench.part('Editor').getByRole('button', { name: /^Save/ }).first()).toBeFocused();
  await press(page, 'Escape');
  await expect(page.getByRole('button', { name: 'File actions' })).toBeFocused();
  await tabTo(page, workbench.tab('README.md'), 'Shift+Tab');
  await press(page, 'ArrowLeft');
  await expect(workbench.tab('cart.py')).toBeFocused();
  await press(page, 'ArrowRight', 'Delete');
  const question = workbench.dialog('Save README.md?');
  await expect(question).toBeVisible();
  await press(page, 'Escape');
  await expect(question).toHaveCount(0);
  await expect(workbench.tab('README.md')).toBeFocused();
  await press(page, 'Delete');
  await tabTo(page, question.getByRole('button', { name: 'Discard' }));
  await press(page, 'Enter');
  await expect(workbench.tab('README.md')).toHaveCount(0);
  await expect(workbench.tab('cart.py')).toBeFocused();
  await press(page, 'Delete');
  await expect(workbench.tab('cart.py')).toHaveCount(0);
  expect(await desk.read('README.md')).toBe('# Shop\n');
  expect(await lost()).toEqual([]);
});

test('a file is made, and folders are gone through, by keyboard alone [workbench keyboard]', async ({ workbench }) => {
  const { page, tree } = workbench;
  const lost = await watchFocus(page);
  await page.getByRole('button', { name: 'New file' }).focus();
  await press(page, 'Enter');
  await expect(page.getByRole('textbox', { name: 'Path of the new file' })).toBeFocused();
  await workbench.type('notes/today.md');
  await press(page, 'Enter');
  await expect(workbench.text).toBeFocused();
  await workbench.type('# Today');
  await workbench.save();
  await expect(workbench.row('notes')).toBeVisible();

  const current = () =>
    tree
      .getAttribute('aria-activedescendant')
      .then((id) => page.locator(`[id="${id}"]`).getAttribute('aria-label', { timeout: 2000 }));
  await press(page, 'Shift+F6');
  await expect(page.getByRole('region', { name: 'Plan, hints and messages' })).toBeFocused();
  await press(page, 'Shift+F6');
  await expect(tree).toBeFocused();
  await press(page, 'Home', '*');
  await expect(workbench.row('cart.py')).toBeVisible();
  await expect(workbench.row('test_cart.py')).toBeVisible();
  await press(page, 'ArrowRight');
  await expect.poll(current).toBe('today.md');
  await press(page, 'ArrowLeft', 'ArrowLeft');
  await expect(workbench.row('today.md')).toHaveCount(0);
  await press(page, 'End');
  await expect.poll(current).toBe('README.md');
  await press(page, 's');
  await expect.poll(current).toBe('src');
  const outline = await tree.evaluate((each) => {
    const row = each.querySelector('[data-current=true]');
    return row && getComputedStyle(row).outlineStyle + getComputedStyle(row).boxShadow;
  });
  expect(outline, 'the row of the keyboard is seen').not.toBe('nonenone');
  expect(await lost()).toEqual([]);
});
