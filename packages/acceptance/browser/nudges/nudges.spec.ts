import { expect } from '@playwright/test';
import { CLAUDE_SCREENS, says } from '../../src/index.js';
import { type Classroom, test } from '../classroom/classroom.js';
import { PracticePage } from '../classroom/practice-page.js';
import { GREETING } from '../classroom/tutor.js';
import { PROMPTS } from './fake-daemon.js';

// Long enough to open a second page in, and short enough to wait for.
test.use({ daemonFlags: ['--nudge-after', '5s'] });

const ANSWER = 'The next topic is memory.';

const cardOf = ({ panel }: PracticePage) => panel.getByRole('region', { name: 'Suggestions' });

async function beTaught(practice: PracticePage, { scenario, pane }: Classroom, first = async () => {}): Promise<void> {
  scenario.add([{ when: PROMPTS[0], reply: says(ANSWER) }]);
  await practice.start();
  await practice.waitUntilConnected();
  await first();
  await pane.waitForScreen(GREETING);
  await pane.waitForScreen(CLAUDE_SCREENS.ready);
}

test('a student who is still is offered a hand on every page, takes it on one, and the tutor goes on [terminal-events 6 timer] [terminal-events 6 prompts]', async ({
  practice,
  classroom,
  context,
}) => {
  await beTaught(practice, classroom);
  const other = new PracticePage(await context.newPage(), classroom.site.url);
  await other.start();
  await expect(other.connection).toHaveText('Watching');
  for (const page of [practice, other]) await expect(cardOf(page)).toBeVisible();
  await cardOf(practice).getByRole('button', { name: PROMPTS[0] }).click();
  for (const page of [practice, other]) await expect(cardOf(page)).toBeHidden();
  await classroom.pane.waitForScreen(ANSWER);
  await practice.page.bringToFront();
  await practice.expectSameAsTmux(classroom.pane);
});

test('nobody is nudged who has a dialog open, has typed something, or does not see the page [terminal-events 6 suppressed]', async ({
  practice,
  classroom,
}) => {
  const { page, panel } = practice;
  // Before the tutor waits: a nudge that has come already would stay.
  await beTaught(practice, classroom, () => panel.getByRole('button', { name: 'Terminal settings' }).click());
  // Longer than it would take.
  await page.waitForTimeout(7000);
  await expect(cardOf(practice)).toBeHidden();
  await page.keyboard.press('Escape');
  await expect(cardOf(practice)).toBeVisible();
  await practice.focusTerminal();
  await page.keyboard.type('half a sen');
  await expect(cardOf(practice)).toBeHidden();
  await page.waitForTimeout(12_000);
  await expect(cardOf(practice)).toBeHidden();
});
