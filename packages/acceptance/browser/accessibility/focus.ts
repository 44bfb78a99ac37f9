import { expect, type Locator, type Page } from '@playwright/test';

/** Most presses of Tab from one thing to the next: a lesson and its panel have under a hundred places. */
const MOST_TABS = 120;

/** The name of what has the focus where nothing has. */
const NOTHING = 'nothing';

/** Goes on by Tab until this has the focus, which has to be somewhere, and to be seen, at every step. */
export async function tabTo(page: Page, target: Locator, key: 'Tab' | 'Shift+Tab' = 'Tab'): Promise<void> {
  await expect(target.first()).toBeAttached();
  const passed: string[] = [];
  let isAround = false;
  for (let step = 0; step < MOST_TABS; step += 1) {
    await page.keyboard.press(key);
    const { name, isVisible } = await focused(page);
    // Behind the last place of a page or dialog is the browser, and then the first; nothing else is without focus.
    expect(name !== NOTHING || !isAround, 'the focus is on something').toBe(true);
    isAround ||= name === NOTHING;
    expect(isVisible || name === NOTHING, `the focus can be seen on ${name}`).toBe(true);
    if (await hasFocus(target)) return;
    passed.push(name);
  }
  throw new Error(`${key} did not reach it, but:\n${passed.join('\n')}`);
}

/** Presses Enter on something that Tab leads to. */
export async function enter(page: Page, target: Locator): Promise<void> {
  await tabTo(page, target);
  await page.keyboard.press('Enter');
}

/** Fails while the focus is nowhere, which is where the keyboard would have to begin anew. */
export async function expectFocusKept(page: Page): Promise<void> {
  expect(await page.evaluate(() => document.activeElement !== null && document.activeElement !== document.body)).toBe(
    true,
  );
}

async function hasFocus(target: Locator): Promise<boolean> {
  return (await target.count()) > 0 && target.first().evaluate((element) => element === document.activeElement);
}

/** What has the focus, and whether its style differs from what it is without: an outline, a shadow or a background. */
function focused(page: Page): Promise<{ name: string; isVisible: boolean }> {
  return page.evaluate(() => {
    const element = document.activeElement as HTMLElement | null;
    if (element === null || element === document.body) return { name: 'nothing', isVisible: false };
    const shown = element.closest<HTMLElement>('.practice-terminal') ?? element;
    const look = () => {
      getComputedStyle(element).outline; // begins the transitions, whose end is what counts
      for (const animation of document.getAnimations()) if (animation instanceof CSSTransition) animation.finish();
      // A tree has the focus for the row that it names.
      const named = document.getElementById(element.getAttribute('aria-activedescendant') ?? '');
      const parts = [shown, element, ...(named ? [named] : [])].flatMap((part) => [
        getComputedStyle(part),
        getComputedStyle(part, '::before'),
        getComputedStyle(part, '::after'),
      ]);
      return parts
        .map((style) => [style.outline, style.boxShadow, style.backgroundColor, style.border].join('/'))
        .join('|');
    };
    const withFocus = look();
    element.blur();
    const without = look();
    element.focus();
    const name = `${element.tagName} ${element.getAttribute('aria-label') ?? element.textContent?.trim().slice(0, 40)}`;
    return { name, isVisible: withFocus !== without };
  });
}
