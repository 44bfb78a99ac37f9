import { expect } from '@playwright/test';
import { SHELL_PROMPT } from '../../../src/index.js';
import { test } from '../room/room.js';

test('a folder that nobody has prepared opens with its files, an editor and a terminal in it', async ({
  workbench,
}) => {
  const { page } = workbench;
  await expect(page).toHaveTitle('shop · Workbench');
  await workbench.show('README.md');
  await expect(workbench.text).toContainText('# Shop');
  const rows = workbench.part('Terminal').locator('.xterm-rows');
  await expect(rows).toContainText(SHELL_PROMPT.trim());
  await workbench.terminalInput.focus();
  await workbench.type('pwd\n');
  await expect(rows).toContainText('/code/shop');
});
