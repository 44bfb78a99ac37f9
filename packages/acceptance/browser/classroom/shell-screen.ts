import { expect } from '@playwright/test';
import type { Terminal } from '@xterm/headless';
import type { PracticePage } from './practice-page.js';
import { viewOf } from './terminal-rows.js';

/** Opens the exercise; the daemon of the test runs no agent, so it is the student's shell. */
export async function openShell(practice: PracticePage): Promise<void> {
  await practice.start();
  await practice.waitUntilConnected();
  // What is typed before the prompt is echoed twice.
  await screenShows(practice, /^student\$/m);
}

/** Runs a command line in the shell; it is done when the screen shows this. */
export async function run(practice: PracticePage, line: string, shows: RegExp): Promise<void> {
  await practice.focusTerminal();
  await practice.page.keyboard.type(line);
  await practice.page.keyboard.press('Enter');
  await screenShows(practice, shows);
}

/** Waits until the terminal shows this, in whichever of its views. */
export async function screenShows(practice: PracticePage, shows: RegExp): Promise<void> {
  await expect(async () => expect((await viewOf(practice.terminal)).rows.join('\n')).toMatch(shows)).toPass();
}

/** Waits until the page knows that the program in the terminal uses the mouse itself. */
export async function programTakesMouse({ terminal }: PracticePage): Promise<void> {
  const tracking = () =>
    terminal.evaluate(
      (host) =>
        (host as unknown as { practiceTerminal: { terminal: Terminal } }).practiceTerminal.terminal.modes
          .mouseTrackingMode,
    );
  await expect.poll(tracking).not.toBe('none');
}

/** Puts the mouse over the middle of the terminal. */
export async function hover(practice: PracticePage): Promise<void> {
  const box = await practice.terminal.boundingBox();
  if (box === null) throw new Error('The terminal is not in sight');
  await practice.page.mouse.move(box.x + box.width / 2, box.y + box.height / 2);
}
