import { fileURLToPath } from 'node:url';
import { expect, type Page } from '@playwright/test';
import { servePage } from '../../../dashboard/test/support/page-server.js';
import { NOW, PROJECT } from '../../../dashboard/test/support/states.js';
import { test as base } from '../test.js';

const BUILT = fileURLToPath(new URL('../../../dashboard/build/page', import.meta.url));

interface Fixtures {
  /** Opens the dashboard of a project as it is in a scene. */
  show: (scene: string) => Promise<Page>;
}

/** The dashboard with a daemon whose answers are written down, at a time that does not go on. */
export const test = base.extend<Fixtures>({
  contextOptions: { reducedMotion: 'reduce' },
  locale: 'en-GB',

  show: async ({ page }, use) => {
    const daemons: AsyncDisposable[] = [];
    await page.clock.setFixedTime(NOW);
    await use(async (scene) => {
      const daemon = await servePage(BUILT, scene);
      daemons.push(daemon);
      await page.goto(`${daemon.url}/dashboard/?project=${PROJECT.id}`);
      await expect(page.getByRole('heading', { level: 1 })).not.toContainText('Looking at your work');
      await expect(page.locator('.dash-section, .dash-trouble').first()).toBeVisible();
      return page;
    });
    for (const daemon of daemons) await daemon[Symbol.asyncDispose]();
  },
});

/** Opens the sheet of a button in the bar. */
export async function openSheet(page: Page, button: 'Memory' | 'Settings'): Promise<void> {
  await page.getByRole('button', { name: button, exact: true }).click();
  await expect(page.getByRole('dialog').getByRole('button', { name: 'Close' })).toBeVisible();
}
