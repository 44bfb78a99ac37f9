import { expect, type Page } from '@playwright/test';
import { violations } from '../accessibility/rules.js';
import { test } from './coached.js';

/** The least width and height of what is pressed, in CSS pixels (WCAG 2.5.8). */
const LEAST_TARGET = 24;

const SIZES = [
  { width: 1440, height: 900 },
  { width: 1100, height: 800 },
  { width: 820, height: 1180 },
  { width: 390, height: 844 },
  { width: 320, height: 640 },
];

/** What is drawn beyond the page's edge, as a number of pixels. */
const overflow = (page: Page) => page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth);

function smallTargets(page: Page): Promise<string[]> {
  return page.evaluate((least) => {
    const targets = [...document.querySelectorAll<HTMLElement>('.wb-part :is(button, select, input, a)')];
    return targets
      .filter((target) => target.checkVisibility() && target.closest('label, .cm-editor') === null)
      .filter((target) => target.offsetWidth < least || target.offsetHeight < least)
      .map((target) => `${target.outerHTML.slice(0, 80)} is ${target.offsetWidth} × ${target.offsetHeight}`);
  }, LEAST_TARGET);
}

async function openReadme(page: Page) {
  const files = page.getByRole('navigation', { name: 'Parts of the page' }).getByRole('button', { name: /^Files/ });
  if (await files.isVisible()) await files.click();
  await page.getByRole('treeitem', { name: 'README.md' }).click();
  await expect(page.locator('.wb-editor-host .cm-content')).toContainText('# Shop');
}

for (const size of SIZES) {
  test(`nothing is wrong, too small or beyond the edge at ${size.width} pixels, in both colours`, async ({
    workbench,
  }) => {
    await workbench.setViewportSize(size);
    await openReadme(workbench);
    for (const colorScheme of ['light', 'dark'] as const) {
      await workbench.emulateMedia({ colorScheme, reducedMotion: 'reduce' });
      await expect(workbench.locator(`html[data-theme=${colorScheme}]`)).toHaveCount(1);
      expect(await violations(workbench)).toEqual([]);
    }
    expect(await smallTargets(workbench)).toEqual([]);
    expect(await overflow(workbench)).toBe(0);
  });
}

test('everything can be done by the keyboard', async ({ workbench }) => {
  const active = () => workbench.evaluate(() => document.activeElement?.getAttribute('aria-label') ?? '');
  await expect.poll(active).toBe('Terminal input');
  await workbench.keyboard.press('Control+Shift+E');
  await workbench.keyboard.press('ControlOrMeta+p');
  await expect.poll(active).toBe('Find a file');
  await workbench.keyboard.type('read');
  await workbench.keyboard.press('Enter');
  await expect.poll(active).toBe('README.md, editor');
  await workbench.keyboard.type('typed ');
  await workbench.keyboard.press('Escape');
  await workbench.keyboard.press('Shift+Tab');
  await workbench.keyboard.press('Shift+F1');
  await expect(workbench.getByRole('dialog', { name: 'Keyboard shortcuts' })).toBeVisible();
  await workbench.keyboard.press('Escape');
  await workbench.getByRole('tab', { name: 'README.md, unsaved' }).focus();
  await workbench.keyboard.press('Delete');
  await expect(workbench.getByRole('dialog', { name: 'Save README.md?' })).toBeVisible();
  await workbench.keyboard.press('Escape');
  await expect(workbench.getByRole('tab', { name: 'README.md, unsaved' })).toBeVisible();
});
