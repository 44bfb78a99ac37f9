import { expect } from '@playwright/test';
import { SHELL_PROMPT } from '../../../src/index.js';
import { test } from '../room/room.js';

test('the page says whether it is connected, and comes back by itself [workbench connection]', async ({
  workbench,
  desk,
}) => {
  const { page } = workbench;
  const away = page.getByText('The practice server does not answer.');
  await expect(workbench.connection).toHaveText('Connected');
  await expect(workbench.connection).toHaveAttribute('role', 'status');
  await desk.daemon.stop();
  await expect(workbench.connection).toHaveText(/Not connected|Connecting/);
  await expect(away).toBeVisible();
  await desk.write('made-meanwhile.txt', 'new\n');
  await desk.daemon.restart();
  await expect(workbench.connection).toHaveText('Connected');
  await expect(away).toBeHidden();
  await expect(workbench.row('made-meanwhile.txt')).toBeVisible();
  await workbench.show('README.md');
  await expect(workbench.text).toContainText('# Shop');

  const terminal = workbench.part('Terminal');
  await expect(terminal.getByText('Reconnecting…')).toBeHidden();
  await expect(terminal.locator('.xterm-rows').first()).toContainText(SHELL_PROMPT.trimEnd());
});

test('a page that cannot be let in again says so and what to do [workbench connection]', async ({
  workbench,
  desk,
}) => {
  const { page } = workbench;
  await page.context().clearCookies();
  await desk.daemon.kill();
  await desk.daemon.restart();
  await expect(page.getByText('practice-server coach').first()).toBeVisible();
  await expect(workbench.connection).not.toHaveText('Connected');
});
