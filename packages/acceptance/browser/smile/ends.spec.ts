import { expect, type Page } from '@playwright/test';
import { violations } from '../accessibility/rules.js';
import { HOSTILE, test } from './loop.js';

test('a run is shown to nobody without its link, and one that was killed is told as such [smile-loop 8.E2] [smile-loop page.link] [smile-loop page.lost]', async ({
  loop,
  page,
  browser,
}) => {
  const running = await loop.start();
  const live = await loop.observe();
  await test.step('a page without the link says what to do, and shows nothing', async () => {
    const stranger = await browser.newPage();
    await stranger.goto(new URL('/?token=guessed', live.address).href);
    await expect(stranger.getByRole('alert')).toHaveText(
      'This link is not valid any more. Use the one that the command prints.',
    );
    await expect(stranger.locator('body')).not.toContainText('tutorial');
    expect(await violations(stranger)).toEqual([]);
    expect((await stranger.request.get(new URL('/api/run', live.address).href)).status()).toBe(401);
    await stranger.close();
  });

  await page.goto(live.address);
  const activity = page.getByRole('region', { name: 'What the student does' });
  await expect(activity).toContainText(HOSTILE);
  await test.step('a page whose program is gone says so, and asks again ever less often', async () => {
    const before = await page.evaluate(() => performance.now());
    running.kill('SIGKILL');
    await expect(page.getByRole('status').last()).toHaveText(
      'Connection lost, trying again… Is the command still running?',
    );
    await expect.poll(async () => (await waitsBetweenReads(page, before)).length).toBeGreaterThanOrEqual(2);
    // Each is twice the one before: 1,000 ms, 2,000 ms. A timer of the page may be late, and never early.
    for (const [index, wait] of (await waitsBetweenReads(page, before)).entries()) {
      expect(wait).toBeGreaterThan(900 * 2 ** index);
    }
    await expect(activity).toContainText(HOSTILE);
    await page.getByRole('button', { name: 'Stop…' }).click();
    await page.getByRole('button', { name: 'Stop the run' }).click();
    await expect(page.getByRole('alert')).toHaveText('The run cannot be reached. Is the command still running?');
  });

  const { program, address } = await loop.observe();
  await page.goto(address);
  await test.step('what it came to can be looked at', async () => {
    await expect(page.locator('header output')).toHaveText('Interrupted');
    await expect(activity).toContainText(HOSTILE);
    await page.getByRole('tab', { name: 'Gaps' }).click();
    await expect(page.getByText('The run was interrupted.')).toBeVisible();
    expect(await violations(page)).toEqual([]);
  });
  await test.step('also when nobody serves it any more', async () => {
    program.kill('SIGTERM');
    await program.ended;
    await page.getByRole('button', { name: 'Step back' }).click();
    await expect(page.locator('header output')).toHaveText('Running');
  });
});

/** Milliseconds between each reading of the run and the one before, since then, by the page's own clock. */
function waitsBetweenReads(page: Page, since: number): Promise<number[]> {
  return page.evaluate((from) => {
    const reads = performance.getEntriesByType('resource').filter(({ name }) => name.endsWith('/api/run'));
    const times = reads.map(({ startTime }) => startTime).filter((time) => time > from);
    return times.slice(1).map((time, index) => time - (times[index] ?? 0));
  }, since);
}
