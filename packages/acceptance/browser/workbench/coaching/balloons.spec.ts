import { expect } from '@playwright/test';
import { test } from '../room/room.js';
import { collectSpoken } from '../room/spoken.js';

test.use({ tenant: 'agent' });

/** Would be a picture, and do harm, were it not shown as text. */
const MARKUP = '<img src=x onerror="document.title = 1"> **not bold**';

test('a message with an anchor is a balloon at its line, as text, and announced once [workbench balloons]', async ({
  workbench,
  desk,
}) => {
  const { page } = workbench;
  const spoken = await collectSpoken(page);
  await workbench.reload();
  const tools = await desk.tools();
  await workbench.show('src/cart.py');
  await spoken.take();
  const anchor = { path: 'src/cart.py', line: 2 };
  await tools.call('paige_show_message', { message: `Sum up here. ${MARKUP}`, type: 'hint', anchor });
  const balloon = workbench.text.getByRole('note', { name: 'Hint' });
  await expect(balloon).toContainText(`Sum up here. ${MARKUP}`);
  await expect(balloon.locator('img, b, strong')).toHaveCount(0);
  const [above, own] = await Promise.all([workbench.line(2).boundingBox(), balloon.boundingBox()]);
  const below = await workbench.line(3).boundingBox();
  expect(own?.y).toBeGreaterThanOrEqual((above?.y ?? 0) + (above?.height ?? 0));
  expect(own?.y).toBeLessThan(below?.y ?? 0);
  await expect(page.locator('.wb-toast')).toHaveCount(0);

  await workbench.text.focus();
  await page.keyboard.press('Alt+F8');
  await expect(balloon.getByRole('button', { name: 'Dismiss' })).toBeFocused();
  const said = (await spoken.take()).filter((text) => text.includes('Sum up here.'));
  expect(said).toEqual([expect.stringContaining('Hint')]);
  await page.keyboard.press('Enter');
  await expect(balloon).toHaveCount(0);
  await expect(workbench.text).toBeFocused();
  await expect(page).toHaveTitle('shop · Workbench');
});

test('any other message is a toast, as text, announced once, and kept in a list [workbench balloons]', async ({
  workbench,
  desk,
}) => {
  const { page } = workbench;
  const spoken = await collectSpoken(page);
  await workbench.reload();
  const tools = await desk.tools();
  await spoken.take();
  await tools.call('paige_show_message', { message: `Well on your way. ${MARKUP}`, type: 'success' });
  const log = page.getByRole('log', { name: 'Messages from the coach' });
  await expect(log).toContainText(`Well done: Well on your way. ${MARKUP}`);
  const list = page.getByRole('region', { name: 'From the coach' });
  await expect(list.getByRole('listitem')).toHaveText([/Well on your way/]);
  await expect(page.locator('.wb-message img')).toHaveCount(0);
  const said = (await spoken.take()).filter((text) => text.includes('Well on your way.'));
  expect(said).toHaveLength(1);

  await log.getByRole('button', { name: /^Dismiss/ }).click();
  await expect(page.locator('.wb-toast')).toHaveCount(0);
  await expect(list).toHaveCount(0);
});

test('a balloon of a file that is not open waits there, and its place is a link to it [workbench balloons]', async ({
  workbench,
  desk,
}) => {
  const { page } = workbench;
  const tools = await desk.tools();
  const anchor = { path: 'src/money.py', line: 2 };
  await tools.call('paige_show_message', { message: 'Money has no methods.', type: 'warning', anchor });
  await page.getByRole('button', { name: 'src/money.py, line 2' }).click();
  await expect(workbench.text.getByRole('note', { name: 'Warning' })).toContainText('Money has no methods.');
  await expect(page.locator('.wb-status-position')).toContainText('Line 2');
  await expect(workbench.text).toBeFocused();
});
