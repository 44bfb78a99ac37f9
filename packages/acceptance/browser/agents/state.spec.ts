import { expect, type Page } from '@playwright/test';
import { CLAUDE_SCREENS, say } from '../../src/index.js';
import { type Classroom, test } from '../classroom/classroom.js';
import { PracticePage } from '../classroom/practice-page.js';
import { GREETING, HALF_WAY } from '../classroom/tutor.js';
import { setVisibility } from '../nudges/visibility.js';

const TITLE = 'Your First Agent';

/** The Practice tab with what its mark says. */
const tab = ({ page }: PracticePage, says: string) => page.getByRole('tab', { name: `Practice ${says}`, exact: true });

async function beTaught(practice: PracticePage, { pane }: Classroom): Promise<void> {
  await practice.start();
  await practice.waitUntilConnected();
  await pane.waitForScreen(GREETING);
  await pane.waitForScreen(CLAUDE_SCREENS.ready);
}

async function type(practice: PracticePage, { pane }: Classroom, words: string): Promise<void> {
  await practice.focusTerminal();
  await say(pane, words, practice.page.keyboard);
}

test('what the tutor does is on the tab, in the title and on the button of every page [terminal-events 7 agent-state]', async ({
  practice,
  classroom,
  context,
}) => {
  const { page } = practice;
  const reader = new PracticePage(await context.newPage(), classroom.site.url);
  await reader.openLesson();
  await beTaught(practice, classroom);
  await expect(tab(practice, 'waits for you')).toBeVisible();
  await expect(page).toHaveTitle(new RegExp(`^● Waiting for you – ${TITLE}`, 'i'));
  await expect(reader.practiceButton).toHaveText('Resume · waits for you');
  await page.bringToFront();
  await type(practice, classroom, 'explain the loop');
  await classroom.scenario.gates.reached(HALF_WAY);
  await expect(tab(practice, 'is working')).toBeVisible();
  await expect(page).toHaveTitle(/^● Working – /);
  await expect(reader.practiceButton).toHaveText('Resume · is working');
  classroom.scenario.gates.release(HALF_WAY);
  await expect(tab(practice, 'waits for you')).toBeVisible();
  await classroom.pane.waitForScreen(CLAUDE_SCREENS.ready);
  await type(practice, classroom, 'take a note');
  await classroom.pane.waitForScreen(CLAUDE_SCREENS.permissionDialog);
  await expect(tab(practice, 'asks you')).toBeVisible();
  await expect(page).toHaveTitle(/^● Asks you – /);
  await expect(reader.practiceButton).toHaveText('Resume · asks you');
  await page.getByRole('button', { name: 'Close the study panel' }).click();
  await expect(page).toHaveTitle(new RegExp(`^${TITLE}`, 'i'));
});

/** What the page has shown as notifications, which no browser without a screen does. */
async function recordNotifications(page: Page): Promise<void> {
  await page.addInitScript(() => {
    const shown: { words: string; isOpen: boolean }[] = [];
    class Recorded {
      static permission = 'default';
      static requestPermission = async () => {
        Recorded.permission = 'granted';
        return 'granted';
      };
      readonly #shown: (typeof shown)[number];
      constructor(words: string) {
        this.#shown = { words, isOpen: true };
        shown.push(this.#shown);
      }
      close() {
        this.#shown.isOpen = false;
      }
    }
    Object.assign(window, { shown, Notification: Recorded });
  });
}

const notifications = (page: Page) =>
  page.evaluate(() => (window as unknown as { shown: { words: string; isOpen: boolean }[] }).shown);

test('a student who allows it is called once when the tutor waits and the page is hidden [terminal-events 7 notification]', async ({
  practice,
  classroom,
}) => {
  const { page, panel } = practice;
  await recordNotifications(page);
  await beTaught(practice, classroom);
  await panel.getByRole('button', { name: 'Terminal settings' }).click();
  await panel.getByRole('checkbox', { name: 'Notify me when the tutor waits' }).check();
  await page.keyboard.press('Escape');
  await expect(tab(practice, 'waits for you')).toBeVisible();
  await type(practice, classroom, 'explain the loop');
  await classroom.scenario.gates.reached(HALF_WAY);
  await expect(tab(practice, 'is working')).toBeVisible();
  await setVisibility(page, 'hidden');
  classroom.scenario.gates.release(HALF_WAY);
  await expect.poll(() => notifications(page)).toEqual([{ words: 'Your tutor waits for you', isOpen: true }]);
  await setVisibility(page, 'visible');
  expect(await notifications(page)).toEqual([{ words: 'Your tutor waits for you', isOpen: false }]);
});
