import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect } from '@playwright/test';
import { SHELL_PROMPT } from '../../src/index.js';
import { type Classroom, test } from '../classroom/classroom.js';
import { clipboardText } from '../classroom/clipboard.js';
import type { PracticePage } from '../classroom/practice-page.js';
import { hover, run, screenShows } from '../classroom/shell-screen.js';
import { selectionOf, viewOf } from '../classroom/terminal-rows.js';
import { expectBadgesAlone } from './badges-alone.js';
import { describeSpeaker, SPEAKER } from './speaker.js';

test.use({ daemonRuns: false, permissions: ['clipboard-read', 'clipboard-write'] });

/** The badge of stage 1, whatever becomes of the claim. */
const BADGE = /Stage 1 […✓✗]/;

async function openSpeaker(practice: PracticePage, classroom: Classroom): Promise<void> {
  await describeSpeaker(classroom.student.home);
  await classroom.startDaemon({ flags: ['--agent', SPEAKER] });
  await practice.start();
  await practice.waitUntilConnected();
  await classroom.pane.waitForScreen('speaker is ready');
}

/** Asks for what the agent prints at this word, until it has. */
async function ask({ page }: PracticePage, { pane }: Classroom, word: string): Promise<void> {
  await page.keyboard.type(word);
  await page.keyboard.press('Enter');
  await pane.waitForScreen(`said ${word}.`);
}

test('a marker is a badge in exactly its cells, also resized, attached again, in the history, copied and searched [terminal-events 4 stripped]', async ({
  practice,
  classroom,
}) => {
  await openSpeaker(practice, classroom);
  const { pane } = classroom;
  const { page, panel, terminal } = practice;
  await practice.focusTerminal();

  await test.step('as it is printed, in pieces and in colours', async () => {
    for (const word of ['one', 'frame', 'paid']) await ask(practice, classroom, word);
    const [one, framed, paid] = await expectBadgesAlone(practice, pane);
    expect(one).toMatch(BADGE);
    expect(framed).toMatch(BADGE);
    expect(paid).toBe('Stage 3 unlocked');
  });

  await test.step('resized', async () => {
    for (const [cols, rows] of [
      [60, 30],
      [47, 30],
      [120, 30],
    ] as const) {
      await practice.resizeTerminal(cols, rows);
      // A screen that was lower for a moment has left what was printed before in tmux's history.
      await practice.focusTerminal();
      await ask(practice, classroom, `paid${cols}`);
      expect(await expectBadgesAlone(practice, pane)).toContain('Stage 3 unlocked');
    }
  });

  await test.step('after a reload', async () => {
    await page.reload();
    await practice.practiceButton.click();
    await practice.waitUntilConnected();
    expect(await expectBadgesAlone(practice, pane)).toContain('Stage 3 unlocked');
  });

  await test.step('in the history', async () => {
    await practice.focusTerminal();
    await ask(practice, classroom, 'lines');
    await expectBadgesAlone(practice, pane);
    await hover(practice);
    await expect(async () => {
      await page.mouse.wheel(0, -2000);
      expect((await viewOf(terminal)).rows.join('\n')).toMatch(BADGE);
    }).toPass();
    expect((await viewOf(terminal)).rows.join('\n')).not.toMatch(/STAGE_|COMPLETE|PAYMENT/);
  });

  await test.step('found by its badge alone, and copied as that', async () => {
    await page.keyboard.press('Control+Shift+F');
    const input = panel.getByRole('searchbox', { name: 'Find in the terminal' });
    await expect(input).toBeFocused();
    const count = panel.getByRole('search').getByRole('status');
    await input.fill('STAGE_COMPLETE');
    await expect(count).toHaveText('No matches');
    await input.fill('Well done. Stage 1');
    await expect(count).toHaveText('1 of 1');
    expect(await selectionOf(terminal)).toBe('Well done. Stage 1');
    await input.press('Escape');
    await page.keyboard.press('Control+Shift+C');
    await expect.poll(() => clipboardText(page)).toBe('Well done. Stage 1');
  });
});

test('what the student types or pastes stays as it is, and so does a file in the shell once the agent has left [terminal-events 4 stripped]', async ({
  practice,
  classroom,
}) => {
  await openSpeaker(practice, classroom);
  const { pane } = classroom;
  const { page } = practice;
  await practice.focusTerminal();
  await page.keyboard.type('what is [STAGE_COMP');
  await screenShows(practice, /what is \[STAGE_COMP/);
  await page.keyboard.type('LETE:7]?');
  await screenShows(practice, /what is \[STAGE_COMPLETE:7\]\?/);
  await page.keyboard.press('Enter');
  await pane.waitForScreen('said what is .');
  await practice.expectSameAsTmux(pane);
  await page.keyboard.type('leave');
  await page.keyboard.press('Enter');
  await pane.waitForScreen(SHELL_PROMPT.trimEnd());
  await writeFile(
    join(classroom.workspace, 'notes.txt'),
    'say [STAGE_COMPLETE:8] and [DUNGEON_COMPLETE], or [STAGE_\n',
  );
  await run(practice, 'cat notes.txt', /^say \[STAGE_COMPLETE:8\] and \[DUNGEON_COMPLETE\], or \[STAGE_$/m);
  await run(practice, 'echo [STAGE_COMPLETE:9]', /^\[STAGE_COMPLETE:9\]$/m);
  await practice.expectSameAsTmux(pane);
});
