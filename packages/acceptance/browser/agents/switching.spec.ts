import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, type Page } from '@playwright/test';
import { CLAUDE_SCREENS, SHELL_PROMPT, say } from '../../src/index.js';
import { enter, tabTo } from '../accessibility/focus.js';
import { test } from '../classroom/classroom.js';
import { PracticePage } from '../classroom/practice-page.js';
import { screenShows } from '../classroom/shell-screen.js';
import { GREETING } from '../classroom/tutor.js';

// Without transitions, what the focus looks like is known at once.
test.use({ daemonFlags: ['--agent', 'shell'], contextOptions: { reducedMotion: 'reduce' } });

test('the agent of an exercise that runs is switched once the student agrees, by keyboard alone; files stay, a conversation is taken up, and every tab goes along [cli-execution-modes 1.F3 switch-agent]', async ({
  practice,
  classroom,
  context,
}) => {
  test.slow(); // Two tabs, and two starts of Claude Code.
  const { page } = practice;
  const { pane, workspace } = classroom;
  await practice.start();
  await practice.waitUntilConnected();
  await pane.waitForScreen(SHELL_PROMPT.trimEnd());
  await page.keyboard.type('echo mine > mine.txt; echo sum $((40 + 2))\n');
  await screenShows(practice, /^sum 42/m);
  const second = new PracticePage(await context.newPage(), classroom.site.url);
  await second.start();
  await expect(second.connection).toHaveText('Watching');
  await screenShows(second, /^sum 42/m);
  await page.bringToFront();

  await test.step('cancelled, nothing has ended', async () => {
    await chooseAgent(practice, 'Claude Code', 'ArrowDown');
    await expect(page.getByRole('button', { name: 'Keep it running' })).toBeFocused();
    await page.keyboard.press('Enter');
    await expect(practice.panel.getByRole('button', { name: 'More', exact: true })).toBeFocused();
    await practice.focusTerminal();
    await page.keyboard.type('echo still $((40 + 2))\n');
    await screenShows(practice, /^sum 42[\s\S]*^still 42/m);
    await expect(second.connection).toHaveText('Watching');
  });

  await test.step('agreed to, the terminal is the other agent’s, here and in the other tab', async () => {
    await chooseAgent(practice, 'Claude Code');
    await endAndSwitch(page);
    await screenShows(practice, new RegExp(GREETING));
    await practice.waitUntilConnected();
    await expect(practice.terminal.locator('textarea').first()).toBeFocused();
    await say(pane, 'are you still there', page.keyboard);
    await pane.waitForScreen('I am still here.');
    await pane.waitForScreen(CLAUDE_SCREENS.ready);
    await practice.expectSameAsTmux(pane);
    await second.page.bringToFront();
    await expect(second.connection).toHaveText('Watching');
    await screenShows(second, /I am still here\./);
    expect(await readFile(join(workspace, 'mine.txt'), 'utf8')).toBe('mine\n');
  });

  await test.step('switched back and forth, its conversation goes on', async () => {
    await page.bringToFront();
    await chooseAgent(practice, 'Shell', 'ArrowUp');
    await endAndSwitch(page);
    await screenShows(practice, /^student\$/m);
    await practice.waitUntilConnected();
    await page.keyboard.type('cat mine.txt\n');
    for (const tab of [practice, second]) await screenShows(tab, /^mine$/m);
    await chooseAgent(practice, 'Claude Code', 'ArrowDown');
    await endAndSwitch(page);
    await screenShows(practice, /I am still here\./);
    await practice.waitUntilConnected();
    expect(await (await fetch(`${classroom.daemon.url}/exercises/sessions`)).json()).toMatchObject({
      sessions: [{ agent: 'claude' }],
    });
  });
});

/** Leaves the terminal and takes an agent from the list: the one that is chosen there, or its neighbour. */
async function chooseAgent({ page, panel }: PracticePage, name: string, key?: 'ArrowDown' | 'ArrowUp'): Promise<void> {
  await page.keyboard.press('Control+Shift+E');
  await enter(page, panel.getByRole('button', { name: 'More', exact: true }));
  await enter(page, page.getByRole('button', { name: 'Change agent…' }));
  const dialog = page.getByRole('dialog', { name: 'Choose your agent' });
  await tabTo(page, dialog.getByRole('radio', { checked: true }));
  if (key !== undefined) await page.keyboard.press(key);
  await expect(dialog.getByRole('radio', { name })).toBeChecked();
  await enter(page, dialog.getByRole('button', { name: 'Use it' }));
  await expect(page.getByRole('dialog', { name: 'End the running session?' })).toBeVisible();
}

async function endAndSwitch(page: Page): Promise<void> {
  await enter(page, page.getByRole('button', { name: 'End and switch' }));
}
