import type { Page } from '@playwright/test';

/** Collects what a screen reader is told from now on, in every page this page goes to. */
export async function collectAnnouncements(page: Page): Promise<{ take(): Promise<string[]> }> {
  await page.addInitScript(() => {
    const LIVE = '[role=status], [role=alert], [role=log], [aria-live]:not([aria-live=off])';
    const spoken: string[] = [];
    const before = new Map<Element, string>();
    const listen = () => {
      for (const region of document.querySelectorAll(LIVE)) {
        const text = region.textContent?.trim() ?? '';
        // A region that comes with its words is not spoken; one that changes them is.
        if (before.has(region) && before.get(region) !== text && text !== '') spoken.push(text);
        before.set(region, text);
      }
    };
    new MutationObserver(listen).observe(document, { subtree: true, childList: true, characterData: true });
    Object.assign(window, { spoken });
  });
  return { take: () => page.evaluate(() => (window as unknown as { spoken: string[] }).spoken.splice(0)) };
}
