import AxeBuilder from '@axe-core/playwright';
import { expect, type Page } from '@playwright/test';
import { test } from './classroom.js';
import { GREETING } from './tutor.js';

/** Rules that are broken, and where: short enough to read in the message of a failing test. */
async function violations(page: Page): Promise<string[]> {
  const { violations: found } = await new AxeBuilder({ page }).analyze();
  return found.flatMap(({ id, nodes }) =>
    nodes.map(({ target, failureSummary }) => `${id}: ${target.join(' ')}\n${failureSummary}`),
  );
}

for (const colorScheme of ['light', 'dark'] as const) {
  test.describe(`in ${colorScheme} colours`, () => {
    test.use({ colorScheme });

    test('a lesson, its open panel and failed criteria break no rule of accessibility', async ({
      practice,
      classroom,
    }) => {
      await practice.openLesson();
      await expect(practice.practiceButton).toBeVisible();
      expect(await violations(practice.page)).toEqual([]);
      await practice.practiceButton.click();
      await practice.waitUntilConnected();
      await classroom.pane.waitForScreen(GREETING);
      expect(await violations(practice.page)).toEqual([]);
      await practice.check();
      await expect(practice.results.locator('[data-status=failed]').first()).toBeVisible();
      expect(await violations(practice.page)).toEqual([]);
      await practice.panel.getByRole('button', { name: 'Reset…' }).click();
      await expect(practice.page.getByRole('dialog', { name: /Reset/ })).toBeVisible();
      expect(await violations(practice.page)).toEqual([]);
    });
  });

  test.describe(`without a daemon, in ${colorScheme} colours`, () => {
    test.use({ colorScheme, daemonRuns: false });

    test('the card that says how to start it breaks no rule of accessibility', async ({ practice }) => {
      await practice.start();
      await expect(practice.panel.getByRole('heading', { name: 'Start the practice server' })).toBeVisible();
      expect(await violations(practice.page)).toEqual([]);
    });
  });
}
