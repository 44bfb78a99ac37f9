import AxeBuilder from '@axe-core/playwright';
import { expect, type Page } from '@playwright/test';

/** The least width and height of what is pressed, in CSS pixels (WCAG 2.5.8). */
const LEAST_TARGET = 24;

/** The rules of axe that depend on colours. */
const COLOUR_RULES = ['color-contrast', 'link-in-text-block'];

/** Rules that are broken, and where: short enough to read in the message of a failing test. By default, of all rules. */
export async function violations(page: Page, rules?: string[]): Promise<string[]> {
  // Otherwise axe puts the results of frames together in a page of its own; we have no frames.
  // What holds is not described: that would take twice as long.
  // Its half a megabyte of source is read once for each page.
  const isThere = await page.evaluate(() => 'axe' in window);
  const axe = new AxeBuilder({ page, ...(isThere && { axeSource: 'void 0' }) })
    .setLegacyMode(true)
    .options({ resultTypes: ['violations'] });
  const { violations: found } = await (rules === undefined ? axe : axe.withRules(rules)).analyze();
  return found.flatMap(({ id, nodes }) =>
    nodes.map(({ target, failureSummary }) => `${id}: ${target.join(' ')}\n${failureSummary}`),
  );
}

/** What can be pressed in the panel, or elsewhere, and is too small for it. Links within a sentence may be. */
export function smallTargets(page: Page, within = ':is(.practice-panel, .practice-progress)'): Promise<string[]> {
  const selector = `${within} :is(button, select, input, summary, a):not(p:not(.practice-card-links) a)`;
  return page.evaluate(
    ([all, least]) => {
      const targets = document.querySelectorAll<HTMLElement>(all);
      return (
        [...targets]
          .filter((target) => target.checkVisibility() && !target.matches('.practice-skip:not(:focus)'))
          // Whoever presses the words beside a box or a button of a choice presses it.
          .map((target) => ({
            target,
            pressed: target.matches('[type=radio], [type=checkbox]') && target.closest('label'),
          }))
          .map(({ target, pressed }) => ({ target, box: (pressed || target).getBoundingClientRect() }))
          .filter(({ box }) => box.width < least || box.height < least)
          .map(({ target, box }) => `${target.outerHTML.slice(0, 80)} is ${box.width} × ${box.height}`)
      );
    },
    [selector, LEAST_TARGET] as const,
  );
}

/**
 * Looks at everything in light colours, and in dark ones at what depends on them. `within`: where what can be pressed is
 * measured; by default in the panel and at progress.
 */
export async function expectGood(page: Page, within?: string): Promise<void> {
  await endMotion(page);
  expect(await violations(page)).toEqual([]);
  expect(await smallTargets(page, within)).toEqual([]);
  await colour(page, 'dark');
  expect(await violations(page, COLOUR_RULES)).toEqual([]);
  await colour(page, 'light');
}

/** Lets the page have other colours, and have them at once. */
async function colour(page: Page, colorScheme: 'light' | 'dark'): Promise<void> {
  await page.emulateMedia({ colorScheme });
  await expect(page.locator(`html[data-theme=${colorScheme}]`)).toHaveCount(1);
  await endMotion(page);
}

/** Ends what fades in or moves, since it is to be judged as it stays: where nothing is drawn, it would not end by itself. */
async function endMotion(page: Page): Promise<void> {
  await page.evaluate(() => {
    for (const animation of document.getAnimations()) {
      if (animation.effect?.getComputedTiming().endTime !== Number.POSITIVE_INFINITY) animation.finish();
    }
  });
}
