import { expect } from '@playwright/test';
import { SHELL_PROMPT } from '../../src/index.js';
import { test } from './coached.js';

const editor = '.wb-editor-host .cm-content';

test('a folder that nobody has prepared opens with its files, an editor and a terminal', async ({ workbench }) => {
  await expect(workbench).toHaveTitle('shop · Workbench');
  await workbench.getByRole('treeitem', { name: 'README.md' }).click();
  await expect(workbench.locator(editor)).toContainText('# Shop');
  const rows = workbench.locator('.xterm-rows').first();
  await expect(rows).toContainText(SHELL_PROMPT.trim());
  await workbench.locator('.xterm-helper-textarea').first().focus();
  await workbench.keyboard.type('pwd\n');
  await expect(rows).toContainText('/code/shop');
});

test('what is typed and saved is on the disk, and what another program writes is in the editor', async ({
  workbench,
  coached,
}) => {
  await workbench.getByRole('treeitem', { name: 'README.md' }).click();
  await workbench.locator(editor).click();
  await workbench.keyboard.press('ControlOrMeta+End');
  await workbench.keyboard.type('A small shop.');
  await expect(workbench.getByRole('tab', { name: 'README.md, unsaved' })).toBeVisible();
  await workbench.keyboard.press('ControlOrMeta+s');
  await expect.poll(() => coached.read('README.md')).toBe('# Shop\nA small shop.');
  await coached.write('README.md', '# Shop\nA large shop.\n');
  await expect(workbench.locator(editor)).toContainText('A large shop.');
  await expect(workbench.getByRole('tab', { name: 'README.md', exact: true })).toBeVisible();
});

test('what is typed while the daemon is gone is saved when it is back', async ({ workbench, coached }) => {
  await workbench.getByRole('treeitem', { name: 'README.md' }).click();
  await workbench.locator(editor).click();
  await workbench.keyboard.press('ControlOrMeta+End');
  await workbench.keyboard.type('before ');
  await coached.daemon.kill();
  await expect(workbench.getByText(/what you type is kept here/)).toBeVisible();
  await workbench.keyboard.type('after');
  await workbench.keyboard.press('ControlOrMeta+s');
  await coached.daemon.restart();
  await expect.poll(() => coached.read('README.md')).toBe('# Shop\nbefore after');
});

test('unsaved text is there again when the page is reloaded', async ({ workbench }) => {
  await workbench.getByRole('treeitem', { name: 'README.md' }).click();
  await workbench.locator(editor).click();
  await workbench.keyboard.press('ControlOrMeta+End');
  await workbench.keyboard.type('not saved');
  await workbench.reload();
  await expect(workbench.locator(editor)).toContainText('not saved');
  await expect(workbench.getByRole('tab', { name: 'README.md, unsaved' })).toBeVisible();
});

test('the choice of what the agent may see is kept by the daemon', async ({ workbench }) => {
  await workbench.getByRole('button', { name: 'Agent sees saved files' }).click();
  await workbench.getByRole('radio', { name: 'Nothing' }).check();
  await expect(workbench.getByRole('button', { name: 'Agent sees nothing' })).toBeVisible();
  await workbench.reload();
  await expect(workbench.getByRole('button', { name: 'Agent sees nothing' })).toBeVisible();
});

test('a browser that was not let in is told what to do', async ({ coached, browser }) => {
  const address = await coached.address();
  const other = await browser.newContext();
  const page = await other.newPage();
  await page.goto(address.replace(/token=[^&]*&?/, ''));
  await expect(page.getByText('practice-server coach')).toBeVisible();
  await other.close();
});
