import { expect } from '@playwright/test';
import {
  acceptPermission,
  CLAUDE_SCREENS,
  differencesFromTmux,
  pageViewer,
  SHELL_PROMPT,
  say,
  typedInto,
} from '../../src/index.js';
import { test } from '../classroom/classroom.js';
import { GREETING, HALF_WAY } from '../classroom/tutor.js';

test('the page shows what tmux holds, cell by cell, through a whole session with Claude Code [practice-environment 1.2 connect] [practice-environment 2.2 reconnect] [practice-environment 7.1 terminal]', async ({
  practice,
  classroom,
}) => {
  const { page } = practice;
  const { keyboard } = page;
  await practice.start();
  await practice.waitUntilConnected();
  const { pane } = classroom;

  await test.step('welcome', async () => {
    await pane.waitForScreen(GREETING);
    await pane.waitForScreen(CLAUDE_SCREENS.ready);
    await practice.expectSameAsTmux(pane);
  });

  await test.step('typing', async () => {
    await practice.focusTerminal();
    await keyboard.type('please explain the loop 学习');
    await pane.waitForScreen(typedInto('please explain the loop 学习'));
    await practice.expectSameAsTmux(pane);
  });

  await test.step('streaming answer', async () => {
    await keyboard.press('Enter');
    await classroom.scenario.gates.reached(HALF_WAY);
    await pane.waitForScreen('学習は会話です');
    await practice.expectSameAsTmux(pane);
  });

  await test.step('whole answer', async () => {
    classroom.scenario.gates.release(HALF_WAY);
    await pane.waitForScreen('That was the whole idea.');
    await practice.expectSameAsTmux(pane);
  });

  await test.step('slash menu', async () => {
    await pane.waitForScreen(CLAUDE_SCREENS.ready);
    await keyboard.type('/');
    await pane.waitForScreen(CLAUDE_SCREENS.slashMenu);
    await practice.expectSameAsTmux(pane);
    await keyboard.press('Backspace');
  });

  await test.step('permission dialog', async () => {
    await say(pane, 'call it Nova', keyboard);
    await pane.waitForScreen(CLAUDE_SCREENS.permissionDialog);
    await practice.expectSameAsTmux(pane);
  });

  await test.step('resized to 80 x 24', async () => {
    await practice.resizeTerminal(80, 24);
    await practice.expectSameAsTmux(pane);
    expect(await pane.state()).toMatchObject({ cols: 80, rows: 24 });
  });

  await test.step('resized to 200 x 50', async () => {
    await practice.resizeTerminal(200, 50);
    await practice.expectSameAsTmux(pane);
    expect(await pane.state()).toMatchObject({ cols: 200, rows: 50 });
  });

  await test.step('edited file', async () => {
    await acceptPermission(pane, keyboard);
    await pane.waitForScreen('Your turn!');
    await practice.expectSameAsTmux(pane);
  });

  await test.step('running tool', async () => {
    await say(pane, 'run it', keyboard);
    await acceptPermission(pane, keyboard);
    await pane.waitForScreen('esc to interrupt');
    await practice.expectSameAsTmux(pane);
    await keyboard.press('Escape');
    await pane.waitForScreen(CLAUDE_SCREENS.ready);
  });

  await test.step('error of the API', async () => {
    await say(pane, 'go wrong', keyboard);
    await pane.waitForScreen('API Error: 400 scripted failure');
    await practice.expectSameAsTmux(pane);
  });

  await test.step('after the daemon was killed and came back', async () => {
    await classroom.daemon.kill();
    await expect(practice.connection).toHaveText('Reconnecting');
    await classroom.daemon.restart();
    await practice.waitUntilConnected();
    await practice.expectSameAsTmux(pane);
  });

  await test.step('after a reload', async () => {
    await page.reload();
    await practice.practiceButton.click();
    await practice.waitUntilConnected();
    await practice.expectSameAsTmux(pane);
  });

  await test.step('after Claude Code has ended', async () => {
    await practice.focusTerminal();
    await say(pane, '/exit', keyboard);
    await pane.waitForScreen(CLAUDE_SCREENS.exited);
    await practice.expectSameAsTmux(pane);
    await keyboard.type('echo $((6*7))');
    await keyboard.press('Enter');
    await pane.waitForScreen(new RegExp(`^42\\n${SHELL_PROMPT.replace('$', '\\$').trimEnd()}`, 'm'));
    await practice.expectSameAsTmux(pane);
  });
});

test('a page that shows one other character, or one other colour, is caught', async ({ practice, classroom }) => {
  await practice.start();
  await practice.waitUntilConnected();
  await classroom.pane.waitForScreen(GREETING);
  await classroom.pane.waitForScreen(CLAUDE_SCREENS.ready);
  await practice.expectSameAsTmux(classroom.pane);
  await practice.terminal.evaluate((host) => {
    const { terminal } = (host as unknown as { practiceTerminal: { terminal: { write(text: string): void } } })
      .practiceTerminal;
    terminal.write('\x1b7\x1b[1;1HX\x1b[44m \x1b[0m\x1b8');
  });
  const differences = await differencesFromTmux(classroom.pane, pageViewer(practice.page));
  expect(differences).toMatchObject([
    { row: 0, col: 0, field: 'chars', actual: 'X' },
    { row: 0, col: 1, field: 'bg', actual: 'palette:4' },
  ]);
});
