import { expect } from '@playwright/test';
import { SHELL_PROMPT } from '../../src/index.js';
import { expectGood } from '../accessibility/rules.js';
import { type Classroom, test } from '../classroom/classroom.js';
import type { PracticePage } from '../classroom/practice-page.js';
import { run } from '../classroom/shell-screen.js';
import { collectAnnouncements } from '../moments/announcements.js';
import { PROMPTS, pretendNudge } from './fake-daemon.js';
import { setVisibility } from './visibility.js';

// What the daemon offers is pretended: no shell is nudged.
test.use({ daemonFlags: ['--agent', 'shell'] });

async function openNudged(practice: PracticePage, { pane }: Classroom) {
  await pretendNudge(practice.page);
  await practice.start();
  await practice.waitUntilConnected();
  await pane.waitForScreen(SHELL_PROMPT.trimEnd());
  const card = practice.panel.getByRole('region', { name: 'Suggestions' });
  await expect(card).toBeVisible();
  return card;
}

test('a nudge takes neither the focus nor a cell, is announced once, and breaks no rule [terminal-events 6 card]', async ({
  practice,
  classroom,
}) => {
  const { page, terminal } = practice;
  const announcements = await collectAnnouncements(page);
  const card = await openNudged(practice, classroom);
  await expect(terminal.locator('textarea').first()).toBeFocused();
  await practice.expectSameAsTmux(classroom.pane);
  const spoken = await announcements.take();
  expect(spoken.filter((words) => words.startsWith('Stuck?'))).toHaveLength(1);
  await expect(card.getByRole('listitem')).toHaveText([...PROMPTS]);
  await card.getByRole('button', { name: 'No more suggestions' }).click();
  await expectGood(page);
});

test('a nudge is reached and left by the keyboard, and the terminal goes on [terminal-events 6 card]', async ({
  practice,
  classroom,
}) => {
  const { page, terminal } = practice;
  const card = await openNudged(practice, classroom);
  await page.keyboard.press('Control+Shift+E');
  const first = card.getByRole('button', { name: PROMPTS[0] });
  await expect(async () => {
    await page.keyboard.press('Tab');
    await expect(first).toBeFocused({ timeout: 100 });
  }).toPass();
  await page.route('**/nudges/answer', (route) => route.fulfill({ json: { status: 'dismissed' } }));
  await page.keyboard.press('Escape');
  await expect(card).toBeHidden();
  await expect(terminal.locator('textarea').first()).toBeFocused();
});

test('a nudge goes when the student types, and is not shown while nobody sees the page [terminal-events 6 card]', async ({
  practice,
  classroom,
}) => {
  const { page } = practice;
  const card = await openNudged(practice, classroom);
  await setVisibility(page, 'hidden');
  await expect(card).toBeHidden();
  await setVisibility(page, 'visible');
  await expect(card).toBeVisible();
  await run(practice, 'echo sum $((40 + 2))', /sum 42/);
  await expect(card).toBeHidden();
});

test('a nudge that cannot be sent says why in its card [terminal-events 6 card]', async ({ practice, classroom }) => {
  const card = await openNudged(practice, classroom);
  // The daemon itself refuses: it has offered none.
  await practice.page.route('**/nudges/answer', (route) =>
    route.fulfill({ status: 409, json: { error: 'nudge_failed', message: 'Your tutor was not told.', reason: 'x' } }),
  );
  await card.getByRole('button', { name: PROMPTS[1] }).click();
  await expect(card.getByRole('alert')).toHaveText('Your tutor was not told.');
  await expectGood(practice.page);
  await card.getByRole('button', { name: 'Close' }).click();
  await expect(card).toBeHidden();
});

test('nudges are muted in their card and had again by the settings [terminal-events 6 muted]', async ({
  practice,
  classroom,
}) => {
  const { page, panel } = practice;
  const card = await openNudged(practice, classroom);
  await card.getByRole('button', { name: 'No more suggestions' }).click();
  await page.unroute('**/exercises/*/nudge');
  await card.getByRole('button', { name: 'No more at all' }).click();
  await expect(card).toBeHidden();
  await panel.getByRole('button', { name: 'Terminal settings' }).click();
  const field = panel.getByRole('combobox', { name: 'Suggestions' });
  await expect(field).toHaveValue('all');
  await field.selectOption('When I am still for long');
  await expect(field).toHaveValue('no');
  await page.reload();
  await practice.practiceButton.click();
  await practice.waitUntilConnected();
  await panel.getByRole('button', { name: 'Terminal settings' }).click();
  await expect(field).toHaveValue('no');
});
