import { cp } from 'node:fs/promises';
import { expect } from '@playwright/test';
import { SHELL_PROMPT } from '../../src/index.js';
import { type Classroom, SOLUTION, test } from '../classroom/classroom.js';
import { PracticePage } from '../classroom/practice-page.js';
import { holdTimers } from '../moments/hold-timers.js';
import { expectPicture, inEveryColour, inEverySizeAndColour, SIZES } from './pictures.js';

/** How long the panel waits before it connects again, and how long it celebrates, in milliseconds. */
const FIRST_WAIT_MS = 1000;
const CELEBRATION_MS = 5000;

// The shell's prompt looks the same at every start, which no tutor does.
test.use({ daemonRuns: false, daemonFlags: ['--agent', 'shell'], contextOptions: { reducedMotion: 'reduce' } });

const lookAtPanel = ({ page }: PracticePage, state: string) =>
  inEverySizeAndColour(page, (end) => expectPicture(page.locator('#study-sheet'), `${state}-${end}`));

test('the pages of the site look as they did', async ({ practice, classroom }) => {
  const { page } = practice;
  const look = (state: string) => inEverySizeAndColour(page, (end) => expectPicture(page, `${state}-${end}`));
  for (const [state, path] of [
    ['home', '/'],
    ['guide', '/docs/practice/setup'],
  ] as const) {
    await page.goto(classroom.site.url + path);
    await look(state);
  }
  await practice.openLesson();
  await expect(practice.practiceButton).toBeVisible();
  await look('lesson');
  await page.getByRole('button', { name: 'Teach Me' }).click();
  await expect(page.getByRole('tab', { name: 'Chat' })).toBeFocused();
  await lookAtPanel(practice, 'teach-me');
});

test('the states of practice look as they did', async ({ practice, classroom, context }) => {
  test.slow();
  const { page } = practice;
  await practice.start();
  await expect(practice.panel.getByRole('heading', { name: 'Start the practice server' })).toBeVisible();
  await lookAtPanel(practice, 'server-missing');
  await openTerminal(practice, classroom);
  await lookAtPanel(practice, 'terminal');
  await practice.panel.getByRole('button', { name: /^Active/ }).click();
  await lookAtPanel(practice, 'active-exercises');
  await practice.panel.getByRole('button', { name: /^Active/ }).click();
  await practice.askForReset();
  await inEverySizeAndColour(page, (end) => expectPicture(page, `reset-dialog-${end}`));
  await page.getByRole('button', { name: 'Keep working' }).click();
  await practice.check();
  await practice.waitUntilChecked();
  await lookAtPanel(practice, 'criteria-failed');
  const goOn = await holdTimers(page, FIRST_WAIT_MS);
  await classroom.daemon.kill();
  await expect(practice.overlay).toContainText('Reconnecting…');
  // The attempt is held, its countdown is not: once that is over, the line stays as it is, and as wide.
  await expect(practice.overlay).toContainText(/Attempt 1 of \d+$/);
  await lookAtPanel(practice, 'reconnecting');
  await classroom.daemon.restart();
  await goOn();
  await practice.waitUntilConnected();
  const second = new PracticePage(await context.newPage(), classroom.site.url);
  await takeOverElsewhere(second);
  await expect(practice.connection).toHaveText('Watching');
  for (const size of SIZES) {
    // Who watches sees the grid of who types: that one has a window of the same size.
    for (const one of [second.page, page]) {
      await one.bringToFront();
      await one.setViewportSize(size);
    }
    await practice.expectSameAsTmux(classroom.pane);
    await inEveryColour(page, (colour) =>
      expectPicture(page.locator('#study-sheet'), `watching-${size.width}-${colour}.png`),
    );
  }
});

test('a completed exercise looks as it did', async ({ practice, classroom }) => {
  const { page } = practice;
  await practice.start();
  await openTerminal(practice, classroom);
  await cp(SOLUTION, classroom.workspace, { recursive: true });
  await holdTimers(page, CELEBRATION_MS);
  await practice.check();
  await practice.waitUntilChecked();
  await expect(practice.celebration).toBeVisible();
  await lookAtPanel(practice, 'complete');
  await practice.panel.getByRole('button', { name: 'Finish' }).click();
  await expect(practice.panel.getByRole('heading', { name: 'Exercise finished' })).toBeVisible();
  await lookAtPanel(practice, 'finished');
});

async function openTerminal(practice: PracticePage, classroom: Classroom): Promise<void> {
  await classroom.startDaemon();
  await practice.waitUntilConnected();
  await classroom.pane.waitForScreen(SHELL_PROMPT.trimEnd());
  await practice.expectSameAsTmux(classroom.pane);
}

async function takeOverElsewhere(second: PracticePage): Promise<void> {
  await second.start();
  await second.panel.getByRole('button', { name: 'Type here' }).click();
  await second.waitUntilConnected();
}
