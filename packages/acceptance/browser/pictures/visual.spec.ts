import { cp } from 'node:fs/promises';
import { expect, type Page } from '@playwright/test';
import { SHELL_PROMPT } from '../../src/index.js';
import { type Classroom, SOLUTION, test } from '../classroom/classroom.js';
import { PracticePage } from '../classroom/practice-page.js';
import { holdTimers } from '../moments/hold-timers.js';
import { expectPicture, SIZES } from './pictures.js';

/** How long the panel waits before it connects again, and how long it celebrates, in milliseconds. */
const FIRST_WAIT_MS = 1000;
const CELEBRATION_MS = 5000;

// The shell's prompt looks the same at every start, which no tutor does.
test.use({ daemonRuns: false, daemonFlags: ['--agent', 'shell'], contextOptions: { reducedMotion: 'reduce' } });

for (const viewport of SIZES) {
  for (const colorScheme of ['light', 'dark'] as const) {
    test.describe(`${viewport.width} pixels wide and ${colorScheme}`, () => {
      test.use({ viewport, colorScheme });
      const nameOf = (state: string) => `${state}-${viewport.width}-${colorScheme}.png`;
      const look = (page: Page, state: string) => expectPicture(page, nameOf(state));
      const lookAtPanel = (page: Page, state: string) => expectPicture(page.locator('#study-sheet'), nameOf(state));

      test('the pages of the site look as they did', async ({ practice, classroom }) => {
        const { page } = practice;
        for (const [state, path] of [
          ['home', '/'],
          ['guide', '/docs/practice/setup'],
        ] as const) {
          await page.goto(classroom.site.url + path);
          await look(page, state);
        }
        await practice.openLesson();
        await expect(practice.practiceButton).toBeVisible();
        await look(page, 'lesson');
        await page.getByRole('button', { name: 'Teach Me' }).click();
        await expect(page.getByRole('tab', { name: 'Chat' })).toBeFocused();
        await lookAtPanel(page, 'teach-me');
      });

      test('the states of practice look as they did', async ({ practice, classroom, context }) => {
        const { page } = practice;
        await practice.start();
        await expect(practice.panel.getByRole('heading', { name: 'Start the practice server' })).toBeVisible();
        await lookAtPanel(page, 'server-missing');
        await openTerminal(practice, classroom);
        await lookAtPanel(page, 'terminal');
        await practice.panel.getByRole('button', { name: /^Active/ }).click();
        await lookAtPanel(page, 'active-exercises');
        await practice.panel.getByRole('button', { name: /^Active/ }).click();
        await practice.askForReset();
        await look(page, 'reset-dialog');
        await page.getByRole('button', { name: 'Keep working' }).click();
        await practice.check();
        await practice.waitUntilChecked();
        await lookAtPanel(page, 'criteria-failed');
        const goOn = await holdTimers(page, FIRST_WAIT_MS);
        await classroom.daemon.kill();
        await expect(practice.overlay).toContainText('Reconnecting…');
        await lookAtPanel(page, 'reconnecting');
        await classroom.daemon.restart();
        await goOn();
        await practice.waitUntilConnected();
        await takeOverElsewhere(new PracticePage(await context.newPage(), classroom.site.url));
        await expect(practice.connection).toHaveText('Watching');
        // A tab behind another draws nothing.
        await page.bringToFront();
        await practice.expectSameAsTmux(classroom.pane);
        await lookAtPanel(page, 'watching');
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
        await lookAtPanel(page, 'complete');
        await practice.panel.getByRole('button', { name: 'Finish' }).click();
        await expect(practice.panel.getByRole('heading', { name: 'Exercise finished' })).toBeVisible();
        await lookAtPanel(page, 'finished');
      });
    });
  }
}

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
