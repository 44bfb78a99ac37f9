import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect } from '@playwright/test';
import { CLAUDE_SCREENS, say, typedInto } from '../../src/index.js';
import { type Classroom, OTHER_EXERCISE, test } from '../classroom/classroom.js';
import { PracticePage } from '../classroom/practice-page.js';
import { GREETING } from '../classroom/tutor.js';

/** A student who was greeted and has typed half a sentence. */
async function beginTyping(practice: PracticePage, { pane }: Classroom): Promise<void> {
  await practice.start();
  await practice.waitUntilConnected();
  await pane.waitForScreen(GREETING);
  await practice.focusTerminal();
  await practice.page.keyboard.type('are you');
  await pane.waitForScreen(typedInto('are you'));
}

/** The same screen is there, and the sentence can be finished. */
async function finishTyping(practice: PracticePage, { pane }: Classroom): Promise<void> {
  await practice.waitUntilConnected();
  await practice.expectSameAsTmux(pane);
  await practice.focusTerminal();
  await practice.page.keyboard.type(' still there');
  await pane.waitForScreen(typedInto('are you still there'));
  await practice.page.keyboard.press('Enter');
  await pane.waitForScreen('I am still here.');
  await practice.expectSameAsTmux(pane);
}

test('F5 comes back to the same session, screen and half-typed sentence [practice-environment 1.4 refresh] [practice-environment 1.2 reconnect] [practice-environment 4.3 alive] [practice-environment 7.1 lifecycle]', async ({
  practice,
  classroom,
}) => {
  await beginTyping(practice, classroom);
  await practice.page.reload();
  await expect(practice.practiceButton).toHaveText('Resume · waits for you');
  await practice.practiceButton.click();
  await finishTyping(practice, classroom);
});

test('a closed tab, opened again, shows the running session [practice-environment 1.4 close-tab] [practice-environment 1.2 disconnect] [practice-environment 4.3 alive]', async ({
  practice,
  classroom,
  context,
}) => {
  await beginTyping(practice, classroom);
  await practice.page.close();
  await classroom.pane.waitForScreen(typedInto('are you'));
  const again = new PracticePage(await context.newPage(), classroom.site.url);
  await again.start();
  await finishTyping(again, classroom);
});

test('a browser that was closed and knows nothing any more offers Resume [practice-environment 1.4 close-browser] [practice-environment 4.3 resume-mark]', async ({
  practice,
  classroom,
  browser,
}) => {
  await beginTyping(practice, classroom);
  await practice.page.context().close();
  await using context = await browser.newContext();
  const again = new PracticePage(await context.newPage(), classroom.site.url);
  await again.openLesson();
  await expect(again.practiceButton).toHaveText('Resume · waits for you');
  await again.practiceButton.click();
  await finishTyping(again, classroom);
});

test('a killed daemon takes nothing with it, and the page goes on by itself when it is back [practice-environment 2.2 server-crash] [practice-environment 1.5 ws-temporary] [practice-environment 4.5 overlay] [practice-environment 4.5 resumed] [practice-environment 4.5 server-crash] [practice-environment 7.1 reconnect]', async ({
  practice,
  classroom,
}) => {
  await beginTyping(practice, classroom);
  await classroom.daemon.kill();
  await expect(practice.overlay).toContainText('Reconnecting…');
  // What was on the screen can still be read below.
  await expect(practice.overlay).toHaveCSS('background-color', / \/ 0\.\d+\)$/);
  await expect(practice.terminal).toBeVisible();
  await classroom.pane.waitForScreen(typedInto('are you'));
  await classroom.daemon.restart();
  await finishTyping(practice, classroom);
});

test('after a reboot the files are there and the conversation goes on [practice-environment 1.4 reboot] [practice-environment 2.2 data-loss] [practice-environment 4.3 new-session] [practice-environment 4.3 conversation]', async ({
  practice,
  classroom,
}) => {
  await practice.start();
  await practice.waitUntilConnected();
  await classroom.pane.waitForScreen(GREETING);
  const mine = join(classroom.workspace, 'agent.py');
  await writeFile(mine, '# my own work\n');
  await practice.page.goto('about:blank');

  // An answer is kept once it is whole.
  await classroom.pane.waitForScreen(CLAUDE_SCREENS.ready);
  await classroom.daemon.reboot();
  await classroom.daemon.restart();
  await practice.start();
  await practice.waitUntilConnected();
  await classroom.pane.waitForScreen(GREETING);
  expect(await readFile(mine, 'utf8')).toBe('# my own work\n');
  await practice.focusTerminal();
  await say(classroom.pane, 'are you still there', practice.page.keyboard);
  await classroom.pane.waitForScreen('I am still here.');
  expect(JSON.stringify(classroom.api.turns.at(-1)?.body)).toContain(GREETING);
  await practice.expectSameAsTmux(classroom.pane);
});

test('a page that stays open through a reboot finds its conversation again [practice-environment 1.4 reboot]', async ({
  practice,
  classroom,
}) => {
  await practice.start();
  await practice.waitUntilConnected();
  await classroom.pane.waitForScreen(GREETING);
  await classroom.pane.waitForScreen(CLAUDE_SCREENS.ready);
  await classroom.daemon.reboot();
  await expect(practice.overlay).toContainText('Reconnecting…');
  await classroom.daemon.restart();
  await practice.waitUntilConnected();
  await classroom.pane.waitForScreen(GREETING);
  await practice.expectSameAsTmux(classroom.pane);
});

test('the exercise of another lesson runs beside the first, and both are listed [practice-environment 1.4 navigate] [practice-environment 1.6 multiple] [practice-environment 1.6 indicator] [practice-environment 1.6 sessions-list]', async ({
  practice,
  classroom,
}) => {
  await beginTyping(practice, classroom);
  await practice.page.getByRole('link', { name: 'Lessons' }).click();
  await practice.page.getByRole('link', { name: /loop/i }).first().click();
  await practice.practiceButton.click();
  await expect(practice.panel).toHaveAccessibleName(/Agent Loop/);
  await practice.waitUntilConnected();
  await classroom.daemon.pane(OTHER_EXERCISE).waitForScreen(GREETING);
  await classroom.pane.waitForScreen(typedInto('are you'));

  const sessions = (await (await fetch(`${classroom.daemon.url}/exercises/sessions`)).json()) as { sessions: object[] };
  expect(sessions.sessions).toHaveLength(2);
  await practice.panel.getByRole('button', { name: /^Active/ }).click();
  await practice.page
    .getByRole('list', { name: 'Running exercises' })
    .getByRole('button', { name: /First Agent/ })
    .click();
  await expect(practice.panel).toHaveAccessibleName(/First Agent/);
  await finishTyping(practice, classroom);
});
