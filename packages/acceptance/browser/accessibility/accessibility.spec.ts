import { expect, type Locator } from '@playwright/test';
import { SHELL_PROMPT } from '../../src/index.js';
import { type Classroom, test } from '../classroom/classroom.js';
import { PracticePage } from '../classroom/practice-page.js';
import { GREETING } from '../classroom/tutor.js';
import { answerStages } from '../stages/stage-answers.js';
import { expectGood, violations } from './rules.js';

async function openShell(practice: PracticePage, { pane }: Classroom): Promise<void> {
  await practice.start();
  await practice.waitUntilConnected();
  await pane.waitForScreen(SHELL_PROMPT.trimEnd());
}

test('a lesson, its open panel and failed criteria break no rule of accessibility [terminal 6 axe]', async ({
  practice,
  classroom,
}) => {
  await practice.openLesson();
  await expect(practice.practiceButton).toBeVisible();
  await expectGood(practice.page);
  await practice.practiceButton.click();
  await practice.waitUntilConnected();
  await classroom.pane.waitForScreen(GREETING);
  await expectGood(practice.page);
  await practice.check();
  await expect(practice.results.locator('[data-status=failed]').first()).toBeVisible();
  await expectGood(practice.page);
  await practice.askForReset();
  await expect(practice.page.getByRole('dialog', { name: /Reset/ })).toBeVisible();
  await expectGood(practice.page);
});

test.describe('in a plain shell', () => {
  test.use({ daemonFlags: ['--agent', 'shell'] });

  test('what opens beside the terminal breaks no rule of accessibility [terminal 6 axe]', async ({
    practice,
    classroom,
    context,
  }) => {
    const { page, panel } = practice;
    await openShell(practice, classroom);
    await panel.getByRole('button', { name: 'Terminal settings' }).click();
    const settings = page.getByRole('dialog', { name: 'Terminal settings' });
    await settings.getByLabel('Font').selectOption('Another…');
    await settings.getByLabel('Its name').fill('no; font');
    await settings.getByLabel('Screen reader support').check();
    await expectGood(page);
    // The terminal's colours are then not the page's in one of the page's two.
    await settings.getByLabel('Colours').selectOption('Light');
    await expectGood(page);
    await settings.getByLabel('Colours').selectOption('Dark');
    await page.keyboard.press('Escape');
    await practice.focusTerminal();
    await page.keyboard.type('echo read to me\n');
    await classroom.pane.waitForScreen(/^read to me/m);
    await expectGood(page);
    await panel.getByRole('button', { name: 'More' }).click();
    await expectGood(page);
    await page.getByRole('button', { name: 'Keyboard shortcuts' }).click();
    await expectGood(page);
    await page.keyboard.press('Escape');
    await practice.focusTerminal();
    await page.keyboard.press('Control+Shift+F');
    await panel.getByRole('searchbox').fill('read');
    await expect(panel.getByRole('search')).toContainText(/\d/);
    await expectGood(page);
    await page.keyboard.press('Escape');
    await panel.getByRole('button', { name: 'More' }).click();
    await page.getByRole('button', { name: 'View as text' }).click();
    await expect(page.getByRole('dialog', { name: 'The session as text' })).toContainText('read to me');
    await expectGood(page);
    await page.keyboard.press('Escape');
    await page.keyboard.press('Control+Shift+F11');
    await expect.poll(() => page.evaluate(() => document.fullscreenElement !== null)).toBe(true);
    await expectGood(page);
    await page.keyboard.press('Control+Shift+F11');
    const popup = context.waitForEvent('page');
    await panel.getByRole('button', { name: 'More' }).click();
    await page.getByRole('button', { name: 'Open in its own window' }).click();
    const own = await popup;
    await expect(panel.getByRole('heading', { name: 'Open in its own window' })).toBeVisible();
    await expectGood(page);
    await expect(own.locator('.practice-connection')).toHaveText('Connected');
    await expectGood(own);
  });

  test('a tab that watches breaks no rule of accessibility [terminal 6 axe]', async ({
    practice,
    classroom,
    context,
  }) => {
    await openShell(practice, classroom);
    const watcher = new PracticePage(await context.newPage(), classroom.site.url);
    await watcher.start();
    await expect(watcher.panel).toContainText('Watching: another tab types here');
    await expectGood(watcher.page);
  });

  test('hints, the solution, checks on save and progress break no rule of accessibility [terminal 6 axe]', async ({
    practice,
    classroom,
  }) => {
    const { page, panel, results } = practice;
    await page.goto(`${classroom.site.url}/progress`);
    await expect(page.getByText(/^Nothing yet/)).toBeVisible();
    await expectGood(page);
    await openShell(practice, classroom);
    await practice.check();
    await practice.waitUntilChecked();
    await results.getByRole('button', { name: 'Show hint 1 of 4' }).click();
    await expect(results.getByText('Hint 1 of 4', { exact: true })).toBeVisible();
    await expectGood(page);
    await results.getByRole('button', { name: 'Show solution…' }).click();
    await expect(page.getByRole('dialog', { name: 'See the solution now?' })).toBeVisible();
    await expectGood(page);
    await page.getByRole('button', { name: 'Show solution', exact: true }).click();
    await expect(page.getByRole('dialog', { name: 'One solution' })).toContainText('class Agent:');
    await expectGood(page);
    await page.keyboard.press('Escape');
    await results.getByRole('checkbox', { name: 'Check on save' }).check();
    await expect(panel.getByText('Unofficial, not counted')).toBeVisible();
    await expectGood(page);
    await page.goto(`${classroom.site.url}/progress`);
    await page.locator('.practice-progress summary').first().click();
    await page.getByRole('button', { name: 'Forget all…' }).click();
    await expect(page.getByRole('dialog')).toBeVisible();
    await expectGood(page);
  });

  test('the list of stages, a refused claim and the course break no rule of accessibility [terminal 6 axe]', async ({
    practice,
    classroom,
  }) => {
    const { page, panel } = practice;
    await answerStages(page);
    await openShell(practice, classroom);
    await expect(practice.notices).toContainText('Stage 2: not yet.');
    await expectGood(page);
    await panel.getByRole('button', { name: 'Stage 2 of 3 · A memory' }).click();
    await expect(page.getByRole('dialog', { name: 'Stages' })).toBeVisible();
    await expectGood(page);
    await page.goto(`${classroom.site.url}/course`);
    await expect(page.getByRole('list', { name: 'Chapters' })).toBeVisible();
    await expectGood(page);
  });

  test('an interrupted and an ended session break no rule of accessibility [terminal 6 axe]', async ({
    practice,
    classroom,
  }) => {
    const { page } = practice;
    await openShell(practice, classroom);
    await classroom.daemon.kill();
    await expect(practice.overlay).toContainText('Reconnecting…');
    await expectGood(page);
    await classroom.daemon.restart();
    await practice.waitUntilConnected();
    await practice.focusTerminal();
    await page.keyboard.type('exit\n');
    await expect(practice.overlay).toContainText('Session ended');
    await expectGood(page);
  });
});

test.describe('without a daemon', () => {
  test.use({ daemonRuns: false });

  test('the card that says how to start it breaks no rule of accessibility [terminal 6 axe]', async ({ practice }) => {
    await practice.start();
    await expect(practice.panel.getByRole('heading', { name: 'Start the practice server' })).toBeVisible();
    await expectGood(practice.page);
  });
});

test.describe('where less motion is preferred', () => {
  test.use({ daemonFlags: ['--agent', 'shell'], contextOptions: { reducedMotion: 'reduce' } });

  test('nothing of the panel moves [terminal 6 reduced-motion]', async ({ practice, classroom }) => {
    const { page } = practice;
    const moving = () =>
      page.evaluate(() =>
        document
          .getAnimations()
          .filter(({ effect }) => effect?.getComputedTiming().progress != null)
          .map(({ effect }) => (effect as KeyframeEffect).target?.className),
      );
    await page.addInitScript(() => localStorage.setItem('practice:settings', '{"version":1,"cursorBlink":true}'));
    await page.addInitScript(collectMotions);
    const motions = () => page.evaluate(() => (window as unknown as { motions: string[] }).motions);
    await openShell(practice, classroom);
    await practice.check();
    expect(await moving()).toEqual([]);
    await practice.waitUntilChecked();
    expect(await moving()).toEqual([]);
    expect(
      await practice.terminal.evaluate(
        (host) =>
          (host as unknown as { practiceTerminal: { terminal: { options: { cursorBlink: boolean } } } })
            .practiceTerminal.terminal.options.cursorBlink,
      ),
    ).toBe(false);
    await classroom.daemon.kill();
    await expect(practice.overlay).toContainText('Reconnecting…');
    expect(await moving()).toEqual([]);
    expect(await motions()).toEqual([]);
  });
});

/** Puts into `motions` what of the panel begins to move, if only for a moment. Sent into the page as source text. */
function collectMotions(): void {
  const motions: string[] = [];
  for (const name of ['animationstart', 'transitionrun']) {
    document.addEventListener(name, ({ target }) => {
      if ((target as Element).closest('.practice-root')) motions.push(`${name}: ${(target as Element).className}`);
    });
  }
  Object.assign(window, { motions });
}

test.describe('in the system’s own few colours', () => {
  test.use({ daemonFlags: ['--agent', 'shell'], contextOptions: { forcedColors: 'active' } });

  test('the terminal that has the focus, and what is open, can be told [terminal 6 forced-colors]', async ({
    practice,
    classroom,
  }) => {
    await openShell(practice, classroom);
    await practice.focusTerminal();
    await expect(practice.panel.locator('.practice-terminal')).toHaveCSS('outline-style', 'solid');
    const settings = practice.panel.getByRole('button', { name: 'Terminal settings' });
    const widthOf = () => settings.evaluate((button) => getComputedStyle(button).borderTopWidth);
    expect(await widthOf()).toBe('1px');
    await settings.click();
    expect(await widthOf()).toBe('2px');
    // The system takes backgrounds away: what only they show has to keep its own.
    const dot = practice.connection.locator('..').locator('.practice-dot').first();
    const colourOf = (part: Locator) => part.evaluate((element) => getComputedStyle(element).backgroundColor);
    expect(await colourOf(dot)).not.toBe(await colourOf(practice.panel));
    expect(await violations(practice.page)).toEqual([]);
  });
});

test.describe('magnified four times', () => {
  // A window of 1280 × 1024 at 400 % (WCAG 1.4.10).
  test.use({ daemonFlags: ['--agent', 'shell'], viewport: { width: 320, height: 256 } });

  test('everything is reached by scrolling in one direction [terminal 6 reflow]', async ({ practice, classroom }) => {
    const { page, panel } = practice;
    const isTooWide = () => page.evaluate(() => document.documentElement.scrollWidth > innerWidth);
    await practice.openLesson();
    expect(await isTooWide()).toBe(false);
    await openShell(practice, classroom);
    expect(await isTooWide()).toBe(false);
    const { rows } = await classroom.pane.state();
    expect(rows).toBeGreaterThanOrEqual(5);
    await practice.check();
    await practice.waitUntilChecked();
    for (const name of ['Check My Work', 'Terminal settings', 'More', 'Close the results']) {
      const button = panel.getByRole('button', { name, exact: true });
      await button.scrollIntoViewIfNeeded();
      await expect(button).toBeInViewport({ ratio: 0.99 });
    }
    await panel.getByRole('button', { name: 'Terminal settings' }).click();
    const done = page.getByRole('button', { name: 'Done' });
    await done.scrollIntoViewIfNeeded();
    await expect(done).toBeInViewport({ ratio: 0.99 });
    expect(await isTooWide()).toBe(false);
    await done.click();
    await panel.getByRole('button', { name: 'More' }).click();
    const last = page.getByRole('button', { name: 'Reset…' });
    await last.scrollIntoViewIfNeeded();
    await expect(last).toBeInViewport({ ratio: 0.99 });
    expect(await isTooWide()).toBe(false);
  });
});
