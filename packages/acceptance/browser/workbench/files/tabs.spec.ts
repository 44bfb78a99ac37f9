import { expect } from '@playwright/test';
import { test } from '../room/room.js';
import type { WorkbenchPage } from '../room/workbench-page.js';

test.use({
  files: {
    'README.md': '# Shop\n',
    'src/index.ts': 'export const a = 1;\n',
    'tests/index.ts': 'export const b = 2;\n',
  },
});

const dot = (workbench: WorkbenchPage) =>
  workbench.page.locator('.wb-tab', { has: workbench.tab('README.md') }).locator('.wb-dirty');

test('open files are tabs, which are gone through, told apart and closed [workbench editor-tabs]', async ({
  workbench,
}) => {
  const { page } = workbench;
  await workbench.show('README.md');
  await workbench.show('src/index.ts');
  await workbench.unfold('tests');
  await workbench.row('index.ts').last().click();
  const tabs = page.getByRole('tablist', { name: 'Open files' }).getByRole('tab');
  await expect(tabs).toHaveCount(3);
  await expect(page.getByRole('tab', { name: 'index.ts, tests' })).toHaveAttribute('aria-selected', 'true');
  await expect(workbench.text).toContainText('export const b');

  await page.getByRole('tab', { name: 'index.ts, src' }).click();
  await expect(workbench.text).toContainText('export const a');
  await page.keyboard.press('ArrowLeft');
  await expect(workbench.tab('README.md')).toBeFocused();
  await expect(workbench.text).toContainText('# Shop');
  await page.keyboard.press('Delete');
  await expect(tabs).toHaveCount(2);
  await expect(tabs.and(page.locator('[aria-selected=true]'))).toHaveCount(1);
});

test('a tab has a dot while something is not saved, and loses it by saving or undoing [workbench editor-tabs]', async ({
  workbench,
}) => {
  await workbench.edit('README.md');
  await expect(dot(workbench)).toBeHidden();
  await workbench.type('more');
  await workbench.expectTab('README.md', 'unsaved');
  await expect(dot(workbench)).toBeVisible();
  await workbench.page.keyboard.press('ControlOrMeta+z');
  await workbench.expectTab('README.md', 'saved');
  await workbench.type('more');
  await expect(dot(workbench)).toBeVisible();
  await workbench.save();
  await expect(dot(workbench)).toBeHidden();
});

test('no file that is unsaved closes without a question, whichever way it is closed [workbench editor-tabs]', async ({
  workbench,
  desk,
}) => {
  const { page } = workbench;
  const question = workbench.dialog('Save README.md?');
  await workbench.edit('README.md');
  await workbench.type('unsaved');
  await workbench.tab('README.md').click({ button: 'middle' });
  await question.getByRole('button', { name: 'Cancel' }).click();
  await expect(workbench.text).toContainText('unsaved');

  await workbench.show('src/index.ts');
  await page.getByRole('button', { name: 'File actions' }).click();
  await page.getByRole('button', { name: 'Close others' }).click();
  await question.getByRole('button', { name: 'Discard' }).click();
  await expect(workbench.tab('README.md')).toHaveCount(0);
  expect(await desk.read('README.md')).toBe('# Shop\n');

  await workbench.edit('README.md');
  await workbench.type('saved at last');
  await workbench.tab('README.md').press('Delete');
  await question.getByRole('button', { name: 'Save', exact: true }).click();
  await expect(workbench.tab('README.md')).toHaveCount(0);
  await expect.poll(() => desk.read('README.md')).toBe('# Shop\nsaved at last');
});
