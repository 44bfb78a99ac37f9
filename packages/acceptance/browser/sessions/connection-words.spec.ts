import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, type Locator } from '@playwright/test';
import type { Terminal } from '@xterm/headless';
import { SHELL_PROMPT } from '../../src/index.js';
import { type Classroom, test } from '../classroom/classroom.js';
import { pasteText, readRaw } from '../classroom/pasting.js';
import { PracticePage } from '../classroom/practice-page.js';
import { collectAnnouncements } from '../moments/announcements.js';
import { holdTimers } from '../moments/hold-timers.js';

test.use({ daemonFlags: ['--agent', 'shell'] });

/** Every cell in a colour of its own: nothing takes a terminal longer. */
const COLOURFUL_FLOOD = String.raw`awk 'BEGIN { for (;;) for (n = 0; n < 250; n++) printf "\033[38;2;%d;%d;9mx", n, 250 - n }'`;
/** What each colour costs the slow tab, in milliseconds: the 256 KB that may be on their way take it some eight seconds. */
const COLOUR_TAKES_MS = 0.6;
/** As long as the fifth attempt to reconnect waits, in milliseconds. */
const FIFTH_WAIT_MS = 16_000;

test('each tab hears once who types now [terminal 4 watch] [terminal 4 take-over] [terminal 6 live-regions]', async ({
  practice,
  classroom,
  context,
}) => {
  await practice.start();
  await practice.waitUntilConnected();
  const second = new PracticePage(await context.newPage(), classroom.site.url);
  const told = await collectAnnouncements(second.page);
  await second.start();
  await expect(second.connection).toHaveText('Watching');
  expect((await told.take()).filter((words) => words === 'Watching')).toEqual(['Watching']);
  await second.focusTerminal();
  await second.page.keyboard.type('lost');
  const undelivered =
    'Another tab types here: what you typed was not delivered. Press “Type here” to type in this one.';
  await expect(second.panel).toContainText(undelivered);
  expect(await told.take()).toEqual([undelivered]);
  await second.panel.getByRole('button', { name: 'Type here' }).click();
  await second.waitUntilConnected();
  expect(await told.take()).toEqual(['Connected']);
  await practice.page.bringToFront();
  await practice.panel.getByRole('button', { name: 'Type here' }).click();
  await practice.waitUntilConnected();
  await expect(second.connection).toHaveText('Watching');
  expect(await told.take()).toEqual(['Watching']);
});

/** Opens the shell, and hears what is announced from then on. */
async function openAndListen(practice: PracticePage, { pane }: Classroom) {
  const told = await collectAnnouncements(practice.page);
  await practice.start();
  await practice.waitUntilConnected();
  await pane.waitForScreen(SHELL_PROMPT.trimEnd());
  await told.take();
  return told;
}

test('a tab too slow for its program says so once, until it has caught up [terminal 5 tab-too-slow]', async ({
  practice,
  classroom,
}) => {
  const told = await openAndListen(practice, classroom);
  const slowness = await slowDown(practice.terminal);
  await classroom.pane.type(COLOURFUL_FLOOD);
  await classroom.pane.press('Enter');
  const behind = 'This tab is behind; what you see is delayed.';
  await expect(practice.panel.getByText(behind)).toBeVisible();
  await classroom.pane.press('C-c');
  await slowness.evaluate((handler) => handler.dispose());
  await expect(practice.panel.getByText(behind)).toHaveCount(0);
  expect(await told.take()).toEqual([behind]);
});

/** Has the terminal take its time over every colour, as on a computer that is far too slow. */
function slowDown(host: Locator) {
  return host.evaluateHandle((element, takesMs) => {
    const { terminal } = (element as unknown as { practiceTerminal: { terminal: Terminal } }).practiceTerminal;
    return terminal.parser.registerCsiHandler({ final: 'm' }, () => {
      const doneAt = performance.now() + takesMs;
      while (performance.now() < doneAt);
      return false;
    });
  }, COLOUR_TAKES_MS);
}

test('after sleep it reconnects at once instead of waiting on, and says so once [terminal 5 wake]', async ({
  practice,
  classroom,
}) => {
  const { page } = practice;
  await page.clock.install();
  const told = await collectAnnouncements(page);
  await practice.start();
  await practice.waitUntilConnected();
  await told.take();
  // It does not end by itself.
  await holdTimers(page, FIFTH_WAIT_MS);
  await classroom.daemon.kill();
  await expect(practice.overlay).toContainText('Attempt 5 of 5');
  await classroom.daemon.restart();
  await page.clock.setSystemTime(Date.now() + 3_600_000);
  await practice.waitUntilConnected();
  expect(await told.take()).toEqual(['Reconnecting', 'Connected']);
});

/** The daemon reads nothing meanwhile. */
async function whilePaused(pid: number, act: () => Promise<void>): Promise<void> {
  process.kill(pid, 'SIGSTOP');
  try {
    await act();
  } finally {
    process.kill(pid, 'SIGCONT');
  }
}

test('a large paste says that it is under way, and is cancelled whole [terminal 1 paste-progress]', async ({
  practice,
  classroom,
}) => {
  const told = await openAndListen(practice, classroom);
  await readRaw(practice, classroom, 'after'.length);
  const progress = practice.panel.getByRole('progressbar', { name: 'Paste' });
  // Otherwise the paste could be through before it is cancelled.
  await whilePaused(classroom.daemon.pid, async () => {
    await pasteText(practice, { line: `${'x'.repeat(59)}\n`, times: 1_000_000 });
    await expect(progress).toBeVisible();
    await practice.panel.getByRole('button', { name: 'Cancel' }).click();
    await expect(progress).toHaveCount(0);
  });
  await practice.focusTerminal();
  await practice.page.keyboard.type('after');
  await classroom.pane.waitForScreen('read 42');
  expect(await readFile(join(classroom.workspace, 'read.bin'), 'utf8')).toBe('after');
  expect(await told.take()).toEqual(['Pasting…']);
});
