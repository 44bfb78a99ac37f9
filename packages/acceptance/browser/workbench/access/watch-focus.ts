import type { Page } from '@playwright/test';

/**
 * From now on notes where the focus was lost: when it was on nothing for longer than it takes to draw what it goes to.
 * Returns what had it before, each time.
 */
export async function watchFocus(page: Page): Promise<() => Promise<string[]>> {
  const lost = await page.evaluateHandle(() => {
    /** Something that goes away may give the focus on once what takes its place was drawn. */
    const FRAMES = 3;
    const found: string[] = [];
    const draw = () => new Promise((resolve) => requestAnimationFrame(resolve));
    let last = '';
    let frames = 0;
    const look = () => {
      const active = document.activeElement;
      const isNowhere = active === null || active === document.body;
      frames = isNowhere && last !== '' ? frames + 1 : 0;
      if (frames === FRAMES) found.push(last);
      if (!isNowhere)
        last = `${active.tagName} ${active.getAttribute('aria-label') ?? active.textContent?.slice(0, 40)}`;
      requestAnimationFrame(look);
    };
    look();
    return async () => {
      for (let frame = 0; frame <= FRAMES + 1; frame += 1) await draw();
      return found;
    };
  });
  return () => lost.evaluate((found) => found());
}
