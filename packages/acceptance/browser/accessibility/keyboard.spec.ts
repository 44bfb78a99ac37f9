import { expect } from '@playwright/test';
import { SHELL_PROMPT } from '../../src/index.js';
import { SOLUTION, test } from '../classroom/classroom.js';
import { collectAnnouncements } from '../moments/announcements.js';
import { enter, expectFocusKept, tabTo } from './focus.js';

// Without transitions, what the focus looks like is known at once.
test.use({ daemonFlags: ['--agent', 'shell'], contextOptions: { reducedMotion: 'reduce' } });

test('the whole journey needs no mouse, shows its focus, and says each thing once [terminal 6 keyboard] [terminal 6 live-regions]', async ({
  practice,
  classroom,
}) => {
  const { page, panel } = practice;
  const announcements = await collectAnnouncements(page);
  const leaveTerminal = async () => {
    await page.keyboard.press('Control+Shift+E');
    await expect(panel.getByRole('button', { name: 'Check My Work' })).toBeFocused();
  };

  await page.goto(classroom.site.url);
  await enter(page, page.getByRole('link', { name: /^Your first agent/ }).first());
  await expect(practice.practiceButton).toBeVisible();
  await enter(page, practice.practiceButton);
  await practice.waitUntilConnected();
  await expect(practice.terminal.locator('textarea').first()).toBeFocused();
  await classroom.pane.waitForScreen(SHELL_PROMPT.trimEnd());
  expect(await announcements.take()).toEqual(['Starting the exercise.', 'Connecting', 'Connected']);

  await page.keyboard.type('echo ty\t');
  await page.keyboard.type('ped\n');
  await classroom.pane.waitForScreen(/^ty\s*ped/m);
  await leaveTerminal();
  await page.keyboard.press('Enter');
  await practice.waitUntilChecked();
  await expectFocusKept(page);
  expect(await announcements.take()).toEqual(['Checking your work…', expect.stringMatching(/^0 of \d criteria met$/)]);
  await enter(page, panel.getByRole('button', { name: 'Go to the results' }));
  await expect(practice.results.getByRole('button').first()).toBeFocused();
  await enter(page, practice.results.getByText('Hint').first());
  await expect(practice.results.locator('details[open]')).toHaveCount(1);
  await tabTo(page, practice.results.getByRole('button', { name: 'Close the results' }), 'Shift+Tab');
  await page.keyboard.press('Enter');
  await expect(panel.getByRole('button', { name: 'Check My Work' })).toBeFocused();

  await enter(page, panel.getByRole('button', { name: 'Terminal settings' }));
  const settings = page.getByRole('dialog', { name: 'Terminal settings' });
  await expect(settings.getByLabel('Font')).toBeFocused();
  await tabTo(page, settings.getByLabel('Text size'));
  await page.keyboard.press('ArrowUp');
  await tabTo(page, settings.getByLabel('Blinking cursor'));
  await page.keyboard.press('Space');
  await expect(settings.getByLabel('Blinking cursor')).toBeChecked();
  await page.keyboard.press('Escape');
  await expect(panel.getByRole('button', { name: 'Terminal settings' })).toBeFocused();

  await enter(page, panel.getByRole('button', { name: 'More' }));
  await enter(page, page.getByRole('button', { name: 'Find in the history' }));
  await expect(panel.getByRole('searchbox')).toBeFocused();
  await page.keyboard.press('Escape');
  await expect(practice.terminal.locator('textarea').first()).toBeFocused();
  await leaveTerminal();
  await enter(page, panel.getByRole('button', { name: 'More' }));
  await enter(page, page.getByRole('button', { name: 'Keyboard shortcuts' }));
  await expect(page.getByRole('dialog', { name: 'Keyboard shortcuts' })).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(panel.getByRole('button', { name: 'More' })).toBeFocused();
  const askForReset = async () => {
    await page.keyboard.press('Enter');
    await enter(page, panel.getByRole('button', { name: 'Reset…' }));
  };
  await askForReset();
  await expect(page.getByRole('dialog', { name: /Reset/ })).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(panel.getByRole('button', { name: 'More' })).toBeFocused();
  const atPanel = page.evaluate(
    () =>
      new Promise<string | undefined>((resolve) => {
        const look = () => {
          if (document.activeElement === document.body) resolve('lost');
          if (document.activeElement?.matches('textarea')) resolve('kept until the terminal had it');
          requestAnimationFrame(look);
        };
        look();
      }),
  );
  await askForReset();
  await enter(page, page.getByRole('button', { name: 'Reset exercise' }));
  expect(await atPanel).toBe('kept until the terminal had it');
  await practice.waitUntilConnected();
  await classroom.pane.waitForScreen(SHELL_PROMPT.trimEnd());
  const said = await announcements.take();
  expect(said.slice(-3)).toEqual(['Starting the exercise.', 'Connecting', 'Connected']);
  expect(new Set(said).size).toBe(said.length);
  await leaveTerminal();

  await tabTo(page, practice.terminal.locator('textarea').first());
  await page.keyboard.type(`cp -r ${SOLUTION}/. . && echo copied\n`);
  await classroom.pane.waitForScreen(/^copied/m);
  await leaveTerminal();
  expect(await announcements.take()).toEqual([]);
  await page.keyboard.press('Enter');
  await expect(practice.celebration).toBeVisible();
  await practice.waitUntilChecked();
  // What was checked is said once the celebration is over.
  await expect(practice.celebration).toHaveCount(0);
  const told = await announcements.take();
  // The stages are told by the event log, which may be a moment before or after the answer to the check.
  expect(told.filter((text) => text === 'All 3 stages are complete.')).toHaveLength(1);
  expect(told.filter((text) => text !== 'All 3 stages are complete.')).toEqual([
    'Checking your work…',
    'Exercise complete. Plus 150 XP.',
    'All 6 criteria met',
  ]);
  await enter(page, panel.getByRole('button', { name: 'Finish' }));
  await expect(panel.getByRole('heading', { name: 'Exercise finished' })).toBeVisible();
  await expect(panel.getByRole('button', { name: 'Open it again' })).toBeFocused();
});
