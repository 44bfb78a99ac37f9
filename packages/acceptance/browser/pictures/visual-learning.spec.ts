import { expect, type Locator, type Page } from '@playwright/test';
import { SHELL_PROMPT } from '../../src/index.js';
import { EXERCISE, OTHER_EXERCISE, test } from '../classroom/classroom.js';
import { writeForgetfulAgent } from '../classroom/first-agent-steps.js';
import { expectPicture, inEverySizeAndColour } from './pictures.js';

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

/** Whatever was looked at before, it is in the same place. */
function scrollToMiddle(what: Locator): Promise<void> {
  return what.evaluate((element) => element.scrollIntoView({ block: 'center', behavior: 'instant' }));
}

test('hints, the solution and checks on save look as they did', async ({ practice, classroom }) => {
  test.slow();
  const { page, panel, results } = practice;
  const sheet = page.locator('#study-sheet');
  await practice.start();
  await practice.waitUntilConnected();
  await classroom.pane.waitForScreen(SHELL_PROMPT.trimEnd());
  await practice.check();
  await practice.waitUntilChecked();
  await results.getByRole('button', { name: 'Show hint 1 of 4' }).click();
  const hint = results.getByText('Hint 1 of 4', { exact: true });
  await expect(hint).toBeVisible();
  await inEverySizeAndColour(page, async (end) => {
    await scrollToMiddle(hint);
    await expectPicture(sheet, `hint-${end}`);
  });
  await results.getByRole('button', { name: 'Show solution…' }).click();
  await expect(page.getByRole('dialog', { name: 'See the solution now?' })).toBeVisible();
  await inEverySizeAndColour(page, (end) => expectPicture(page, `solution-question-${end}`));
  await page.getByRole('button', { name: 'Show solution', exact: true }).click();
  await expect(page.getByRole('dialog', { name: 'One solution' })).toContainText('class Agent:');
  await inEverySizeAndColour(page, (end) => expectPicture(page, `solution-${end}`));
  await page.keyboard.press('Escape');
  await results.getByRole('checkbox', { name: 'Check on save' }).check();
  const watch = panel.getByRole('region', { name: 'Check on save' });
  await expect(watch).toContainText('0 of 6 criteria met');
  await writeForgetfulAgent(classroom.workspace);
  await expect(watch).toContainText('After agent.py was saved.');
  await expect(watch).toHaveAttribute('aria-busy', 'false');
  await inEverySizeAndColour(page, async (end) => {
    await watch.locator('.practice-results-body').evaluate((body) => body.scrollTo(0, 0));
    await expectPicture(sheet, `check-on-save-${end}`);
  });
});

test('the page of progress looks as it did', async ({ page, classroom }) => {
  await page.goto(`${classroom.site.url}/progress`);
  await expect(page.getByText(/^Nothing yet/)).toBeVisible();
  await inEverySizeAndColour(page, (end) => expectPicture(page, `progress-empty-${end}`));
  await importProgress(page);
  const criteria = page.locator('.practice-progress summary').first();
  await criteria.click();
  await inEverySizeAndColour(page, async (end) => {
    await scrollToMiddle(criteria);
    await expectPicture(page, `progress-${end}`);
  });
});
