import { expect, type Locator, type Page } from '@playwright/test';
import { hasTurn } from '../../src/machine/turns.js';

const COLOURS = ['light', 'dark'] as const;

/** The widths at which everything is looked at, in CSS pixels. */
export const SIZES = [
  { width: 1440, height: 900 },
  { width: 768, height: 1024 },
  { width: 360, height: 740 },
];

/** Ports, seconds and what tokens cost differ from run to run, and so they are covered. */
export async function expectPicture(what: Page | Locator, name: string): Promise<void> {
  const mask = ['.practice-command code', '.practice-countdown', '.practice-chat-facts', '.practice-chat-usage'].map(
    (selector) => what.locator(selector).filter({ visible: true }),
  );
  // Whatever lies under the mouse by chance would be drawn as if it were meant.
  await ('goto' in what ? what : what.page()).mouse.move(0, 0);
  // A page and a part of it have the same method under types of their own.
  if ('goto' in what) await expect(what).toHaveScreenshot(name, { caret: 'hide', mask });
  else await expect(what).toHaveScreenshot(name, { caret: 'hide', mask });
}

/**
 * Looks at a state that needs no new page for each size and colour: what is there follows the window. `look` is given
 * the end of a picture's name. In turns, one size has the turn. Leaves the window as large as it was, and light.
 */
export async function inEverySizeAndColour(page: Page, look: (end: string) => Promise<void>): Promise<void> {
  const before = page.viewportSize();
  for (const size of SIZES.filter((one) => hasTurn(SIZES, one))) {
    await page.setViewportSize(size);
    await inEveryColour(page, (colour) => look(`${size.width}-${colour}.png`));
  }
  if (before !== null) await page.setViewportSize(before);
  await page.emulateMedia({ colorScheme: COLOURS[0] });
}

/** As `inEverySizeAndColour`, where the window has its size already; `look` is given the colour. */
export async function inEveryColour(page: Page, look: (colour: string) => Promise<void>): Promise<void> {
  for (const colorScheme of COLOURS) {
    await page.emulateMedia({ colorScheme });
    await look(colorScheme);
  }
}
