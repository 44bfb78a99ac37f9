import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { QUICK_EXIT_MS } from '@agent-factory/protocol';
import { expect } from '@playwright/test';
import { acceptPermission, isRunning, say, waitUntil } from '../../src/index.js';
import { agentPid } from '../classroom/agent-process.js';
import { beGreeted } from '../classroom/be-greeted.js';
import { test } from '../classroom/classroom.js';
import { PracticePage } from '../classroom/practice-page.js';
import { GREETING } from '../classroom/tutor.js';
import { collectTexts } from '../moments/shown-texts.js';
import { sentSizes } from './sent-sizes.js';

test('a lost connection is tried five times, then the student may, and nothing is lost [practice-environment 1.5 ws-temporary] [practice-environment 1.5 ws-permanent] [practice-environment 4.5 delays] [practice-environment 4.5 given-up]', async ({
  practice,
  classroom,
}) => {
  await practice.start();
  await beGreeted(practice, classroom);
  const countdown = await collectTexts(practice.page, '.practice-countdown');
  await classroom.daemon.kill();
  await expect(practice.overlay).toContainText('Connection lost');
  const begins = [1, 2, 4, 8, 16].map((seconds, failures) => `Attempt ${failures + 1} of 5 in ${seconds} s`);
  const counted = (await countdown()).map(({ text }) => text);
  expect(counted.filter((text) => begins.includes(text))).toEqual(begins);
  await expect(practice.overlay).toContainText('Your exercise is still running in the background.');
  await expect(practice.overlay.getByRole('button', { name: 'Close' })).toBeVisible();
  await practice.page.keyboard.type('lost words');
  await classroom.daemon.restart();
  await practice.overlay.getByRole('button', { name: 'Reconnect' }).click();
  await beGreeted(practice, classroom);
  expect(await classroom.pane.text()).not.toContain('lost words');
});

test('a second tab watches live, in the grid of the first, and takes over with one click [practice-environment 1.6 one-writer] [terminal 4 watch] [terminal 4 take-over]', async ({
  practice,
  classroom,
  context,
}) => {
  const sizes = sentSizes(practice.page);
  await practice.start();
  await beGreeted(practice, classroom);
  const second = new PracticePage(await context.newPage(), classroom.site.url);
  await second.page.setViewportSize({ width: 900, height: 600 });
  await second.start();
  await expect(second.connection).toHaveText('Watching');
  await expect(second.panel).toContainText('Watching: another tab types here');
  for (const [cols, rows] of [
    [132, 40],
    [64, 18],
  ] as const) {
    await practice.page.bringToFront();
    await practice.resizeTerminal(cols, rows);
    await practice.expectSameAsTmux(classroom.pane);
    await second.page.bringToFront();
    await second.expectSameAsTmux(classroom.pane);
    // The font follows with the next frame, which a tab behind another does not draw.
    await expect.poll(() => second.overflow()).toEqual({ right: 0, bottom: 0 });
  }
  await second.focusTerminal();
  await second.page.keyboard.type('lost words');
  await expect(second.panel).toContainText('Another tab types here: what you typed was not delivered.');
  expect(await classroom.pane.text()).not.toContain('lost words');
  await second.panel.getByRole('button', { name: 'Type here' }).click();
  await second.waitUntilConnected();
  await second.expectSameAsTmux(classroom.pane);
  await practice.page.bringToFront();
  await expect(practice.connection).toHaveText('Watching');
  await practice.expectSameAsTmux(classroom.pane);
  sizes.length = 0;
  await practice.panel.getByRole('button', { name: 'Type here' }).click();
  await practice.waitUntilConnected();
  await practice.expectSameAsTmux(classroom.pane);
  // A size in between, if only for an instant, would cost the agent its last lines.
  const { cols, rows } = await classroom.pane.state();
  await expect.poll(() => sizes).toEqual([`${cols}x${rows}`]);
  await say(classroom.pane, 'still there', practice.page.keyboard);
  await classroom.pane.waitForScreen('I am still here.');
  expect(sizes).toEqual([`${cols}x${rows}`]);
});

test('after Claude Code has crashed the student is in a shell and can resume the conversation [practice-environment 4.5 agent-crash] [practice-environment 4.5 crash-named]', async ({
  practice,
  classroom,
}) => {
  await practice.start();
  await practice.waitUntilConnected();
  const before = Date.now();
  await beGreeted(practice, classroom);
  // An end in the first seconds is a failed start, which is another story.
  await waitUntil(
    () => (Date.now() - before > QUICK_EXIT_MS + 2_000 ? true : undefined),
    () => 'time stands still',
  );
  process.kill(await agentPid(classroom.pane), 'SIGKILL');
  await classroom.pane.waitForScreen(/student\$/);
  await expect(practice.notices).toContainText('Claude Code has ended (exit code 137).');
  await expect(practice.notices).toContainText('claude --resume');
  const command = /claude --resume [0-9a-f-]+/.exec((await practice.notices.textContent()) ?? '')?.[0];
  await practice.focusTerminal();
  await practice.page.keyboard.type('clear\n');
  await expect.poll(() => classroom.pane.text()).not.toContain(GREETING);
  await practice.page.keyboard.type(`${command}\n`);
  await classroom.pane.waitForScreen(GREETING);
  await practice.expectSameAsTmux(classroom.pane);
});

test('Reset asks first, archives the work and begins anew [practice-environment 1.2 destroy] [practice-environment 2.3 session-token] [practice-environment 7.1 lifecycle]', async ({
  practice,
  classroom,
}) => {
  await practice.start();
  await beGreeted(practice, classroom);
  await practice.focusTerminal();
  await say(classroom.pane, 'call it Nova', practice.page.keyboard);
  await acceptPermission(classroom.pane, practice.page.keyboard);
  await classroom.pane.waitForScreen('Your turn!');
  const before = await agentPid(classroom.pane);
  await practice.askForReset();
  await practice.page.getByRole('dialog').getByRole('button', { name: 'Reset exercise' }).click();
  await expect(practice.notices).toContainText('Your earlier work is archived in');
  await beGreeted(practice, classroom);
  expect(await isRunning(before)).toBe(false);
  expect(await readFile(join(classroom.workspace, 'agent.py'), 'utf8')).toContain('NAME = "Pip"');
});

test.describe('with a short idle timeout', () => {
  // A busy machine may need some seconds from the session's start to the page that looks at it.
  test.use({ daemonFlags: ['--idle-timeout', '10s'] });

  test('a session that nobody looks at ends, and its files stay [practice-environment 1.2 destroy]', async ({
    practice,
    classroom,
  }) => {
    await practice.start();
    await beGreeted(practice, classroom);
    await practice.page.close();
    const sessions = async () =>
      (await (await fetch(`${classroom.daemon.url}/exercises/sessions`)).json()) as { sessions: object[] };
    await waitUntil(
      async () => ((await sessions()).sessions.length === 0 ? true : undefined),
      () => 'it still runs',
      90_000,
    );
    expect(await readFile(join(classroom.workspace, 'agent.py'), 'utf8')).toContain('NAME');
  });
});
