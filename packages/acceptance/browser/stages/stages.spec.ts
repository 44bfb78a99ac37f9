import { cp } from 'node:fs/promises';
import { expect, type Page } from '@playwright/test';
import { CLAUDE_SCREENS, say, says } from '../../src/index.js';
import { SOLUTION, test } from '../classroom/classroom.js';
import { writeForgetfulAgent } from '../classroom/first-agent-steps.js';
import { PracticePage } from '../classroom/practice-page.js';
import { GREETING } from '../classroom/tutor.js';
import { collectAnnouncements } from '../moments/announcements.js';

const FIRST = 'Begins with its name and instructions';

function place(page: Page) {
  return page.locator('.practice-stages-place');
}

test('the bar moves from stage to stage on every page, and a false claim is refused with its criterion [terminal-events 4 stage-bar] [terminal-events 4 refused-shown] [terminal-events 4 stage-announced]', async ({
  practice,
  classroom,
  context,
}) => {
  const { page, panel } = practice;
  classroom.scenario.add([
    { when: 'done with the first', reply: says('Well done! [STAGE_COMPLETE:1]') },
    { when: /is not complete yet/, reply: says('Then let us go on with it.') },
  ]);
  const announcements = await collectAnnouncements(page);
  await practice.start();
  await practice.waitUntilConnected();
  await classroom.pane.waitForScreen(GREETING);
  await expect(place(page)).toHaveText('Stage 1 of 3 · Somebody');
  const other = new PracticePage(await context.newPage(), classroom.site.url);
  await other.start();
  await expect(place(other.page)).toHaveText('Stage 1 of 3 · Somebody');
  await page.bringToFront();

  await test.step('a claim that does not hold', async () => {
    await practice.focusTerminal();
    await say(classroom.pane, 'done with the first', page.keyboard);
    for (const notices of [practice.notices, other.notices]) {
      await expect(notices).toContainText(`Stage 1: not yet. ${FIRST}`);
    }
    await expect(place(page)).toHaveText('Stage 1 of 3 · Somebody');
  });

  await test.step('a claim that does', async () => {
    await writeForgetfulAgent(classroom.workspace);
    await classroom.pane.waitForScreen('Then let us go on with it.');
    await classroom.pane.waitForScreen(CLAUDE_SCREENS.ready);
    await practice.focusTerminal();
    await say(classroom.pane, 'done with the first', page.keyboard);
    for (const one of [practice, other]) {
      await expect(place(one.page)).toHaveText('Stage 2 of 3 · A memory');
      await expect(one.notices).toHaveCount(0);
    }
    const spoken = (await announcements.take()).filter((text) => text.startsWith('Stage '));
    expect(spoken).toEqual([
      expect.stringContaining(`Stage 1 is not complete yet. ${FIRST}`),
      'Stage 1 of 3 is complete: Somebody, verified by the check. Next: A memory.',
    ]);
  });

  await test.step('the list, by keyboard', async () => {
    await panel.getByRole('button', { name: /^Stage 2 of 3/ }).press('Enter');
    const list = panel.getByRole('dialog', { name: 'Stages' });
    await expect(list).toBeFocused();
    await expect(list.getByRole('listitem').filter({ hasText: 'Somebody' })).toContainText('verified by the check');
    await expect(list.locator('[aria-current=step]')).toContainText('A memory');
    await page.keyboard.press('Escape');
    await expect(panel.getByRole('button', { name: /^Stage 2 of 3/ })).toBeFocused();
  });

  await test.step('the check that completes the exercise completes the stages', async () => {
    await cp(SOLUTION, classroom.workspace, { recursive: true });
    await practice.check();
    for (const one of [page, other.page]) await expect(place(one)).toHaveText('All 3 stages complete');
    const bar = panel.getByRole('progressbar', { name: 'Progress through the stages' });
    await expect(bar).toHaveAttribute('aria-valuenow', '3');
  });
});
