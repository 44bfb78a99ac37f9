import type { Page } from '@playwright/test';

/** What stood somewhere, and since when: milliseconds of the page's clock. */
export interface ShownText {
  readonly text: string;
  readonly atMs: number;
}

/**
 * Notes each text that the place shows from now on, also one that is gone before anybody could look.
 * Returns how to read them. `selector` is of one element, which may come and go.
 */
export async function collectTexts(page: Page, selector: string): Promise<() => Promise<ShownText[]>> {
  const shown = await page.evaluateHandle((place) => {
    const texts: ShownText[] = [];
    const look = () => {
      const text = document.querySelector(place)?.textContent?.trim() ?? '';
      if (text !== '' && text !== texts.at(-1)?.text) texts.push({ text, atMs: performance.now() });
    };
    look();
    new MutationObserver(look).observe(document, { subtree: true, childList: true, characterData: true });
    return texts;
  }, selector);
  return () => shown.jsonValue();
}
