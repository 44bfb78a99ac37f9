import { expect } from '@playwright/test';
import { Desk } from '../../../src/workbench/desk.js';
import { skipTime, timeToSkip } from '../../../src/workbench/time-to-skip.js';
import { test } from '../room/room.js';
import { WorkbenchPage } from '../room/workbench-page.js';

/** For so long an address may lie between terminal and browser, in milliseconds. */
const ADDRESS_IS_GOOD_FOR_MS = 2 * 60_000;

test('the address opens the Workbench once, and its token does not stay in the page [workbench one-time-token]', async ({
  page,
  desk,
  browser,
}) => {
  const workbench = new WorkbenchPage(page);
  const { url: address } = await desk.project();
  const token = new URL(address).searchParams.get('token') ?? '';
  expect(token.length).toBeGreaterThan(40);
  await workbench.open(address);
  expect(page.url()).toBe(address.replace(/&?token=[^&]*&?/, ''));
  expect(await page.evaluate(() => JSON.stringify([localStorage, document.cookie, document.referrer]))).not.toContain(
    token,
  );

  const other = await browser.newContext();
  const late = await other.newPage();
  const answer = await late.goto(address);
  expect(answer?.status()).toBe(401);
  await expect(late.getByRole('heading', { name: 'This link was used already, or is too old' })).toBeVisible();
  await expect(late.locator('body')).toContainText('practice-server coach');
  expect(await other.cookies()).toEqual([]);

  await page.goto(address);
  await workbench.arrive();
  await expect(workbench.row('README.md')).toBeVisible();
  await other.close();
});

test('an address that nobody opens for two minutes opens nothing [workbench one-time-token]', async ({
  page,
  files,
}) => {
  await using desk = await Desk.open({ tenant: 'shell', files, env: timeToSkip(ADDRESS_IS_GOOD_FOR_MS) });
  const { url: old } = await desk.project();
  skipTime(desk.daemon.pid);
  await page.goto(old);
  await expect(page.getByRole('heading', { name: 'This link was used already, or is too old' })).toBeVisible();
  await page.goto((await desk.project()).url);
  await expect(page.getByRole('treeitem', { name: 'README.md' })).toBeVisible();
});
