import { expect, type Page } from '@playwright/test';
import { violations } from '../accessibility/rules.js';
import { HOSTILE, test } from './loop.js';

test('a run is watched as it goes on, and looked at when it has ended [smile-loop 8.1] [smile-loop 8.2]', async ({
  loop,
  page,
  browser,
}) => {
  const running = await loop.start();
  const live = await loop.observe();
  const stranger = await browser.newPage();
  await stranger.goto(new URL('/', live.address).href);
  await expect(stranger.getByRole('alert')).toHaveText(
    'This link is not valid any more. Use the one that the command prints.',
  );
  expect((await stranger.request.get(new URL('/api/run', live.address).href)).status()).toBe(401);
  await stranger.close();

  await page.goto(live.address);
  const activity = page.getByRole('region', { name: 'What the student does' });
  await test.step('what a student prints is shown as text, as it comes', async () => {
    await expect(page.getByRole('heading', { level: 1, name: 'tutorial.md' })).toBeVisible();
    await expect(activity).toContainText(HOSTILE);
    expect(await page.title()).not.toContain('taken');
    expect(await violations(page)).toEqual([]);
  });
  await test.step('the same after it was loaded again, by the cookie alone', async () => {
    await page.goto(new URL('/', live.address).href);
    await expect(activity).toContainText(HOSTILE);
  });
  await test.step('it goes on without being loaded again, to its end', async () => {
    await page.evaluate(() => Object.assign(window, { isTheSame: true }));
    await loop.letGo();
    await expect(page.getByRole('region', { name: 'Try 2' })).toBeVisible();
    const margin = page.getByRole('group', { name: 'Notes in the margin' });
    await expect(margin.first()).toContainText(loop.planted.expert.explanation.replaceAll('`', '').slice(0, 40));
    await expect(page.locator('header output')).toHaveText('Gaps found');
    expect((await running.ended).code).toBe(1);
    await expect(page.locator('.lost')).toHaveCount(0);
    expect(await page.evaluate(() => 'isTheSame' in window)).toBe(true);
  });

  const { address } = await loop.observe();
  await page.goto(address);
  await test.step('a gap has its line, its quote, its evidence and a patch', async () => {
    const gap = page.getByRole('article');
    await expect(gap).toHaveCount(1);
    await expect(gap).toContainText(`line ${loop.planted.gap.line}`);
    await expect(gap.locator('blockquote')).toHaveText(loop.planted.gap.quote);
    await expect(gap.getByRole('group', { name: 'Patch' })).toContainText(loop.planted.expert.run);
    await gap.getByText(/^Evidence/).click();
    await expect(gap.locator('details')).toContainText('not found');
  });
  await test.step('it looks as it did, and breaks no rule of accessibility', async () => {
    await looks(page, 'gaps');
  });
  await test.step('it is gone through with the keyboard', async () => {
    await page.getByRole('slider', { name: 'Place in the recording' }).focus();
    await page.keyboard.press('Home');
    await expect(page.getByRole('button', { name: 'Step back' })).toBeDisabled();
    for (let step = 0; step < 3; step++) await page.keyboard.press('ArrowRight');
    await expect(page.getByRole('region', { name: 'Try 1' })).toBeVisible();
    await expect(page.getByRole('region', { name: 'Try 2' })).toHaveCount(0);
    await page.keyboard.press('End');
    await expect(page.getByRole('region', { name: 'Try 2' })).toBeVisible();
    await expect(page.getByRole('button', { name: 'Step forward' })).toBeDisabled();
  });
});

/** Times, costs and names of runs are as wide as they happen to be. */
const DIFFERS = '.facts span, .player .place, .command .end, dd code';

/** Wide and narrow, in light and dark colours, without what differs from run to run. */
async function looks(page: Page, name: string): Promise<void> {
  await page.locator(DIFFERS).evaluateAll((parts) => {
    for (const part of parts as HTMLElement[]) part.style.display = 'none';
  });
  for (const width of [1440, 390]) {
    await page.setViewportSize({ width, height: 900 });
    for (const colorScheme of ['light', 'dark'] as const) {
      await page.emulateMedia({ colorScheme });
      await expect(page).toHaveScreenshot(`smile-${name}-${width}-${colorScheme}.png`);
      expect(await violations(page)).toEqual([]);
    }
  }
}
