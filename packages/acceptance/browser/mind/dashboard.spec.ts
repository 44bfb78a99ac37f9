import { expect, type Page } from '@playwright/test';
import { enter, expectFocusKept, tabTo } from '../accessibility/focus.js';
import { expectGood } from '../accessibility/rules.js';
import { inEverySizeAndColour } from '../pictures/pictures.js';
import { DashboardPage } from './dashboard-page.js';
import { ISSUES, scriptDay } from './day-script.js';
import { test as learnerTest } from './learner.js';
import { openSheet, test } from './scenes.js';

const PHONE = { width: 360, height: 740 };
const [ISSUE] = ISSUES;

for (const scene of ['full', 'few', 'empty', 'waiting', 'failing', 'broken', 'hostile'])
  test(`the dashboard breaks no rule of accessibility: ${scene} [mind dashboard-axe]`, async ({ show }) => {
    const page = await show(scene);
    await expectGood(page, '.dash');
    await page.setViewportSize(PHONE);
    await expectGood(page, '.dash');
    expect(await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)).toBeLessThanOrEqual(0);
  });

test('what opens beside the dashboard breaks no rule of accessibility [mind dashboard-axe]', async ({ show }) => {
  const page = await show('full');
  await openSheet(page, 'Settings');
  await expectGood(page, '.dash-sheet');
  await page.keyboard.press('Escape');
  await openSheet(page, 'Memory');
  await expect(page.getByRole('dialog').getByRole('listitem').first()).toBeVisible();
  await expectGood(page, '.dash-sheet');
  await page.getByRole('dialog').getByRole('button', { name: 'Delete all' }).click();
  await expect(page.getByRole('dialog', { name: 'Delete all that is remembered?' })).toBeVisible();
  await expectGood(page, '.practice-dialog');
});

for (const scene of ['full', 'empty', 'failing'])
  test(`the dashboard looks as it did: ${scene} [mind dashboard-looks]`, async ({ show }) => {
    const page = await show(scene);
    await inEverySizeAndColour(page, (end) => expectWholePage(page, `dashboard-${scene}-${end}`));
  });

for (const sheet of ['Memory', 'Settings'] as const)
  test(`what opens beside the dashboard looks as it did: ${sheet} [mind dashboard-looks]`, async ({ show }) => {
    const page = await show('full');
    await openSheet(page, sheet);
    await inEverySizeAndColour(page, async (end) => {
      await expect(page).toHaveScreenshot(`dashboard-${sheet.toLowerCase()}-${end}`, { caret: 'hide' });
    });
  });

async function expectWholePage(page: Page, name: string): Promise<void> {
  await page.mouse.move(0, 0);
  await expect(page).toHaveScreenshot(name, { caret: 'hide', fullPage: true });
}

learnerTest.describe('with a daemon', () => {
  learnerTest.use({ contextOptions: { reducedMotion: 'reduce' } });

  learnerTest(
    'from the command to the Workbench without a mouse, and the focus is always seen [mind dashboard-keyboard]',
    async ({ page, coached, gh, workbench }) => {
      const dashboard = new DashboardPage(page);
      await gh.lists(ISSUES);
      scriptDay(coached.model);
      await dashboard.open(await coached.command.dashboard());
      await enter(page, dashboard.section('Your projects').getByRole('link', { name: 'shop' }));
      await expect(dashboard.issue(ISSUE.title)).toBeVisible();
      await expectGood(page, '.dash');

      await enter(page, page.getByRole('link', { name: 'Rhythm' }));
      await expect(dashboard.section('Rhythm').getByRole('heading')).toBeFocused();
      await page.keyboard.press('Home');
      await tabTo(page, page.getByRole('button', { name: 'Memory', exact: true }), 'Shift+Tab');
      await page.keyboard.press('Enter');
      await expect(page.getByRole('dialog', { name: 'What is remembered' })).toContainText('Nothing is remembered.');
      await expectFocusKept(page);
      await page.keyboard.press('Escape');
      await expect(page.getByRole('button', { name: 'Memory', exact: true })).toBeFocused();

      await enter(page, page.getByRole('button', { name: 'Settings', exact: true }));
      const settings = page.getByRole('dialog', { name: 'Settings' });
      await tabTo(page, settings.getByRole('checkbox', { name: 'The observer' }));
      await page.keyboard.press('Space');
      await expect(settings.getByRole('checkbox', { name: 'The observer' })).not.toBeChecked();
      await expect
        .poll(() => coached.project.ask('/coach/settings'))
        .toMatchObject({ parts: { observer: { enabled: false }, explain: { enabled: true } } });
      await expectFocusKept(page);
      await page.keyboard.press('Escape');
      await expect(page.getByRole('button', { name: 'Settings', exact: true })).toBeFocused();

      await tabTo(page, page.getByRole('radio', { name: 'All time' }));
      await page.keyboard.press('ArrowLeft');
      await expect(page.getByRole('radio', { name: '30 days' })).toBeChecked();
      const issue = dashboard.issue(ISSUE.title);
      await enter(page, issue.locator('summary'));
      await expect(issue).toContainText('It is small.');
      await enter(page, issue.getByRole('button', { name: /^Work on this/ }));
      await page.waitForURL(/\/workbench\//);
      await workbench.arrive();
      await expect(workbench.part('Coach').getByRole('region', { name: 'Issue' })).toContainText(ISSUE.title);
    },
  );
});
