import { expect, type Page } from '@playwright/test';
import { SHELL_PROMPT } from '../../src/index.js';
import { EXERCISE, OTHER_EXERCISE, test } from '../classroom/classroom.js';
import { writeForgetfulAgent } from '../classroom/first-agent-steps.js';
import { expectPicture, SIZES } from './pictures.js';

test.use({ daemonFlags: ['--agent', 'shell'], contextOptions: { reducedMotion: 'reduce' } });

/** A progress in which nothing depends on when the test runs. */
const PROGRESS = {
  format: 'af-practice-progress',
  formatVersion: 1,
  exportedAt: '2026-01-05T10:00:00.000Z',
  exercises: [
    {
      exerciseId: OTHER_EXERCISE,
      version: '1.0.0',
      attempts: 4,
      completedAt: '2026-01-05T10:00:00.000Z',
      timeOnTaskMs: 2_700_000,
      criteria: [
        {
          name: 'Stops when the model has answered',
          status: 'passed',
          attempts: 4,
          firstPassedAt: '2026-01-05T10:00:00.000Z',
          hintsRevealed: 1,
        },
      ],
    },
    {
      exerciseId: EXERCISE,
      version: '1.0.0',
      attempts: 2,
      timeOnTaskMs: 600_000,
      criteria: [{ name: 'Remembers earlier turns', status: 'failed', attempts: 2, hintsRevealed: 2 }],
    },
  ],
};

async function importProgress(page: Page): Promise<void> {
  const buffer = Buffer.from(JSON.stringify(PROGRESS));
  const file = { name: 'progress.json', mimeType: 'application/json', buffer };
  await page.getByLabel('File with exported progress').setInputFiles(file);
  await expect(page.getByText(/^Imported: 2 new/)).toBeVisible();
}

for (const viewport of SIZES) {
  for (const colorScheme of ['light', 'dark'] as const) {
    test.describe(`${viewport.width} pixels wide and ${colorScheme}`, () => {
      test.use({ viewport, colorScheme });
      const nameOf = (state: string) => `${state}-${viewport.width}-${colorScheme}.png`;

      test('hints, the solution and checks on save look as they did', async ({ practice, classroom }) => {
        const { page, panel, results } = practice;
        const sheet = page.locator('#study-sheet');
        await practice.start();
        await practice.waitUntilConnected();
        await classroom.pane.waitForScreen(SHELL_PROMPT.trimEnd());
        await practice.check();
        await practice.waitUntilChecked();
        await results.getByRole('button', { name: 'Show hint 1 of 4' }).click();
        await expect(results.getByText('Hint 1 of 4', { exact: true })).toBeVisible();
        await results.getByText('Hint 1 of 4', { exact: true }).scrollIntoViewIfNeeded();
        await expectPicture(sheet, nameOf('hint'));
        await results.getByRole('button', { name: 'Show solution…' }).click();
        await expect(page.getByRole('dialog', { name: 'See the solution now?' })).toBeVisible();
        await expectPicture(page, nameOf('solution-question'));
        await page.getByRole('button', { name: 'Show solution', exact: true }).click();
        await expect(page.getByRole('dialog', { name: 'One solution' })).toContainText('class Agent:');
        await expectPicture(page, nameOf('solution'));
        await page.keyboard.press('Escape');
        await results.getByRole('checkbox', { name: 'Check on save' }).check();
        const watch = panel.getByRole('region', { name: 'Check on save' });
        await expect(watch).toContainText('0 of 6 criteria met');
        await writeForgetfulAgent(classroom.workspace);
        await expect(watch).toContainText('After agent.py was saved.');
        await expect(watch).toHaveAttribute('aria-busy', 'false');
        await watch.locator('.practice-results-body').evaluate((body) => body.scrollTo(0, 0));
        await expectPicture(sheet, nameOf('check-on-save'));
      });

      test('the page of progress looks as it did', async ({ page, classroom }) => {
        await page.goto(`${classroom.site.url}/progress`);
        await expect(page.getByText(/^Nothing yet/)).toBeVisible();
        await expectPicture(page, nameOf('progress-empty'));
        await importProgress(page);
        await page.locator('.practice-progress summary').first().click();
        await expectPicture(page, nameOf('progress'));
      });
    });
  }
}
