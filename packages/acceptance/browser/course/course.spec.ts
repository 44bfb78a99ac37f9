import { cp } from 'node:fs/promises';
import { expect, type Page } from '@playwright/test';
import { SOLUTION, test } from '../classroom/classroom.js';
import { openShell } from '../classroom/shell-screen.js';

test.use({ daemonFlags: ['--agent', 'shell'] });

const TITLE = 'Build Your First Agent';

function entryOf(page: Page, title: string) {
  return page.locator('.practice-course-exercises > li').filter({ hasText: title });
}

test('the course page shows all chapters, and follows what happens in another tab [terminal-events 5 course-page]', async ({
  practice,
  classroom,
  context,
}) => {
  const page = await context.newPage();
  await page.goto(`${classroom.site.url}/course`);
  const chapters = page.getByRole('list', { name: 'Chapters' });
  await expect(chapters.getByRole('heading', { level: 3 })).toHaveCount(10);
  await expect(chapters.getByRole('heading', { level: 3 }).nth(1)).toHaveText('34. Your first agents');
  await expect(page.getByRole('link', { name: /^Begin with / })).toBeVisible();
  await expect(entryOf(page, TITLE)).toContainText('Not begun · about 30 min');

  await openShell(practice);
  await expect(entryOf(page, TITLE)).toContainText('Running');
  await expect(entryOf(page, TITLE)).toContainText('0 of 3 stages');
  await expect(page.getByRole('link', { name: `Continue with ${TITLE}` })).toBeVisible();

  await cp(SOLUTION, classroom.workspace, { recursive: true });
  await practice.check();
  await expect(entryOf(page, TITLE)).toContainText('Done');
  await expect(page.getByRole('link', { name: /^Continue with / })).not.toContainText(TITLE);
  await page.bringToFront();
  await entryOf(page, TITLE).getByRole('link', { name: TITLE }).click();
  await expect(page).toHaveURL(/your-first-agent$/);
});

test.describe('without a daemon, in a window of 320 pixels', () => {
  // A window of 1280 × 1024 at 400 % (WCAG 1.4.10).
  test.use({ daemonRuns: false, viewport: { width: 320, height: 256 } });

  test('the course page says how to start it, and goes on by itself [terminal-events 5 course-page]', async ({
    page,
    classroom,
  }) => {
    const isTooWide = () => page.evaluate(() => document.documentElement.scrollWidth > innerWidth);
    await page.goto(`${classroom.site.url}/course`);
    await expect(page.getByRole('heading', { name: 'Start the practice server' })).toBeVisible();
    await classroom.startDaemon();
    await expect(entryOf(page, TITLE)).toContainText('Not begun');
    expect(await isTooWide()).toBe(false);
    const begin = page.getByRole('link', { name: /^Begin with / });
    await begin.focus();
    await page.keyboard.press('Enter');
    await expect(page).toHaveURL(/\/docs\//);
  });
});
