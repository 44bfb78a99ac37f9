import { expect, type Page } from '@playwright/test';
import { enter, tabTo } from '../accessibility/focus.js';
import { smallTargets, violations } from '../accessibility/rules.js';
import { HOSTILE, PRINTED, test } from './loop.js';

// What leads to a place is there at once.
test.use({ contextOptions: { reducedMotion: 'reduce' } });

test('a run is watched as it goes on, and looked at when it has ended [smile-loop 8.1] [smile-loop 8.2] [smile-loop page.live] [smile-loop page.recorded] [smile-loop page.text]', async ({
  loop,
  page,
}) => {
  const running = await loop.start();
  const live = await loop.observe();
  await page.goto(live.address);
  const activity = page.getByRole('region', { name: 'What the student does' });
  const tutorial = page.getByRole('region', { name: 'Tutorial' });
  await test.step('what a student does is shown as it comes', async () => {
    await expect(page.getByRole('heading', { level: 1, name: 'tutorial.md' })).toBeVisible();
    await expect(activity).toContainText(HOSTILE);
    expect(await violations(page)).toEqual([]);
  });
  await test.step('the same after it was loaded again, by the cookie alone', async () => {
    expect(page.url()).toBe(new URL('/', live.address).href);
    const before = await activity.textContent();
    await page.reload();
    await expect(activity).toHaveText(before ?? '');
  });
  await test.step('it goes on without being loaded again, to its end', async () => {
    await page.evaluate(() => Object.assign(window, { isTheSame: true }));
    await loop.letGo();
    await expect(page.getByRole('region', { name: 'Try 2' })).toBeVisible();
    const margin = page.getByRole('group', { name: 'Notes in the margin' });
    await expect(margin.first()).toContainText(loop.planted.expert.explanation.replaceAll('`', '').slice(0, 40));
    await expect(page.locator('header output')).toHaveText('Gaps found');
    expect((await running.ended).code).toBe(1);
    await expect(page.getByRole('region', { name: 'Try 2' }).getByText('The checks pass')).toBeInViewport();
    await expect(activity).not.toContainText('[Your role]');
    await expect(page.getByRole('tab', { name: 'Gaps 1' })).toBeVisible();
    expect(await page.evaluate(() => 'isTheSame' in window)).toBe(true);
  });
  await test.step('what others wrote is shown as text, without the colours of a terminal', async () => {
    await expect(activity.getByRole('group', { name: /^Output of printf/ })).toHaveText(PRINTED);
    await expect(activity.locator('.note')).toContainText(HOSTILE);
    await expect(tutorial).toContainText(HOSTILE);
    await expect(tutorial).toContainText('[A link](javascript:');
    await expect(page.locator('img, #root a')).toHaveCount(0);
    expect(await page.title()).toBe('Gaps found · tutorial.md');
  });
  await test.step('what is for the loop alone is out of the way', async () => {
    await expect(activity.getByText('The answer as it was given').last()).toBeVisible();
    await expect(activity.getByText('{"status":"completed"')).toBeHidden();
  });
  await test.step('it asks for nothing any more', async () => {
    const asked: string[] = [];
    page.on('request', (request) => asked.push(request.url()));
    await expectGood(page);
    await expect(page.locator('.lost')).toHaveCount(0);
    expect(asked).toEqual([]);
  });

  const { address } = await loop.observe();
  await page.goto(address);
  await test.step('a gap has its line, its quote, its evidence and a patch', async () => {
    const gap = page.getByRole('article');
    await expect(gap).toHaveCount(1);
    await expect(gap).toContainText(`line ${loop.planted.gap.line}`);
    await expect(gap.locator('p code')).toHaveText('tally');
    await expect(gap.locator('blockquote')).toHaveText(loop.planted.gap.quote);
    await expect(gap.getByRole('group', { name: 'Patch' })).toContainText(loop.planted.expert.run);
    await gap.getByText(/^Evidence/).click();
    await expect(gap.locator('details')).toContainText('not found');
  });
  await test.step('it looks as it did, and breaks no rule of accessibility', async () => {
    await looks(page, 'gaps');
  });
  await test.step('it is gone through with the keyboard', async () => {
    await page.setViewportSize({ width: 1440, height: 900 });
    await page.reload();
    await keyboard(page, loop.planted.gap.line);
  });
});

/** From the beginning of the page by Tab alone, and by the keys of what it leads to. */
async function keyboard(page: Page, line: number): Promise<void> {
  const gap = page.getByRole('article');
  await tabTo(page, page.getByRole('slider', { name: 'Place in the recording' }));
  await page.keyboard.press('Home');
  await expect(page.getByRole('button', { name: 'Step back' })).toBeDisabled();
  for (let step = 0; step < 3; step++) await page.keyboard.press('ArrowRight');
  await expect(page.getByRole('region', { name: 'Try 1' })).toBeVisible();
  await expect(page.getByRole('region', { name: 'Try 2' })).toHaveCount(0);
  await page.keyboard.press('End');
  await expect(page.getByRole('region', { name: 'Try 2' })).toBeVisible();
  await expect(page.getByRole('button', { name: 'Step forward' })).toBeDisabled();
  await enter(page, page.getByRole('button', { name: /^Gap 1/ }));
  await expect(gap).toBeFocused();
  await tabTo(page, gap.getByRole('button', { name: 'Copy patch' }));
  await enter(page, gap.getByText(/^Evidence/));
  await expect(gap.getByRole('group', { name: /^Output of/ })).toBeVisible();
  await tabTo(page, gap.getByRole('button', { name: `line ${line}` }), 'Shift+Tab');
  await page.keyboard.press('Enter');
  await expect(page.locator('.block:focus')).toBeInViewport();
  await tabTo(page, page.getByRole('tab', { name: 'Gaps 1' }));
  await page.keyboard.press('ArrowLeft');
  await expect(page.getByRole('tab', { name: 'Activity' })).toBeFocused();
  await expect(page.getByRole('region', { name: 'Try 2' })).toBeVisible();
}

/** In light and in dark colours. */
async function expectGood(page: Page): Promise<void> {
  for (const colorScheme of ['dark', 'light'] as const) {
    await page.emulateMedia({ colorScheme });
    expect(await violations(page)).toEqual([]);
  }
  expect(await smallTargets(page, '#root')).toEqual([]);
}

/** Where times, tokens and the name of the run are: they are as wide as they happen to be. */
const DIFFERS = '.facts span, .player .place, dd code';

/** Wide and narrow, in light and dark colours, with the same numbers for every run. */
async function looks(page: Page, name: string): Promise<void> {
  await page.locator(DIFFERS).evaluateAll((parts) => {
    for (const part of parts) {
      const texts = document.createTreeWalker(part, NodeFilter.SHOW_TEXT);
      for (let text = texts.nextNode(); text !== null; text = texts.nextNode()) {
        const told = (text.nodeValue ?? '')
          .replace(/(\d+ min )?[\d.]+ s$/, '8 s')
          .replace(/[\d,]+ tokens/, '1,440 tokens');
        text.nodeValue = part.matches('code') ? 'the-run' : told;
      }
    }
  });
  for (const width of [1440, 390]) {
    await page.setViewportSize({ width, height: 900 });
    for (const colorScheme of ['light', 'dark'] as const) {
      await page.emulateMedia({ colorScheme });
      await expect(page).toHaveScreenshot(`smile-${name}-${width}-${colorScheme}.png`);
    }
    await expectGood(page);
  }
}
