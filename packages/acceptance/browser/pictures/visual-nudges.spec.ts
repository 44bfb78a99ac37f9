import { expect } from '@playwright/test';
import { SHELL_PROMPT } from '../../src/index.js';
import { test } from '../classroom/classroom.js';
import { pretendAgentState, pretendNudge } from '../nudges/fake-daemon.js';
import { expectPicture, inEverySizeAndColour } from './pictures.js';

test.use({ daemonFlags: ['--agent', 'shell'], contextOptions: { reducedMotion: 'reduce' } });

test('a nudge and the marks of an agent that waits look as they did', async ({ practice, classroom }) => {
  const { page, panel } = practice;
  await pretendAgentState(page, 'waiting');
  await pretendNudge(page);
  await practice.start();
  await practice.waitUntilConnected();
  await classroom.pane.waitForScreen(SHELL_PROMPT.trimEnd());
  const card = panel.getByRole('region', { name: 'Suggestions' });
  await expect(card).toBeVisible();
  await expect(page).toHaveTitle(/^● Waiting for you – /);
  const sheet = page.locator('#study-sheet');
  await inEverySizeAndColour(page, async (end) => {
    await practice.expectSameAsTmux(classroom.pane);
    await expectPicture(sheet, `nudge-${end}`);
  });
  await card.getByRole('button', { name: 'No more suggestions' }).click();
  await inEverySizeAndColour(page, (end) => expectPicture(sheet, `nudge-mute-${end}`));
});

test('the marks of an agent look as they did, on the button and on the tab', async ({ practice }) => {
  const { page } = practice;
  await practice.start();
  await practice.waitUntilConnected();
  for (const state of ['working', 'asking', 'waiting', 'exited']) {
    await pretendAgentState(page, state);
    await practice.openLesson();
    await expect(practice.practiceButton).toContainText('Resume');
    const actions = page.getByRole('group', { name: 'Study this lesson' });
    await expectPicture(actions, `button-${state}.png`);
    await practice.practiceButton.click();
    await practice.waitUntilConnected();
    await expectPicture(page.getByRole('tablist', { name: 'Study panel' }), `tabs-${state}.png`);
  }
  await pretendAgentState(page, 'waiting');
  await practice.openLesson();
  await expect(practice.practiceButton).toContainText('waits for you');
  const actions = page.getByRole('group', { name: 'Study this lesson' });
  await inEverySizeAndColour(page, (end) => expectPicture(actions, `button-${end}`));
});
