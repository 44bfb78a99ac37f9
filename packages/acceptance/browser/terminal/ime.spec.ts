import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { type CDPSession, expect, type Locator } from '@playwright/test';
import type { Terminal } from '@xterm/headless';
import { SHELL_PROMPT } from '../../src/index.js';
import { test } from '../classroom/classroom.js';

test.use({ daemonFlags: ['--agent', 'shell'] });

/** The panel's handle on its terminal, as site owners reach it. */
interface Handle {
  readonly practiceTerminal: {
    readonly terminal: Terminal & { readonly element?: Element; readonly textarea?: Element };
  };
}

/** Shows a composition as it grows, as an input method does before it is accepted. */
async function compose(input: CDPSession, steps: readonly string[]): Promise<void> {
  for (const text of steps)
    await input.send('Input.imeSetComposition', { text, selectionStart: text.length, selectionEnd: text.length });
}

test('the field that takes the keys stays at the cursor when the terminal shrinks or grows [terminal 6 ime-place]', async ({
  practice,
  classroom,
}) => {
  await practice.start();
  await practice.waitUntilConnected();
  await classroom.pane.waitForScreen(SHELL_PROMPT.trimEnd());
  await practice.focusTerminal();
  await practice.page.keyboard.type('seq 1 200');
  await practice.page.keyboard.press('Enter');
  await classroom.pane.waitForScreen(/^200$/m);
  for (const height of [500, 760]) {
    const before = await rowsOf(practice.terminal);
    await practice.page.setViewportSize({ width: 1440, height });
    await expect.poll(() => rowsOf(practice.terminal)).not.toBe(before);
    await expect.poll(() => fromCursor(practice.terminal)).toEqual({ x: 0, y: 0 });
  }
});

function rowsOf(terminal: Locator): Promise<number> {
  return terminal.evaluate((host) => (host as unknown as Handle).practiceTerminal.terminal.rows);
}

/** How far the field is from the cell of the cursor, in whole CSS pixels. */
function fromCursor(terminal: Locator): Promise<{ x: number; y: number }> {
  return terminal.evaluate((host) => {
    const { cols, rows, buffer, textarea, element } = (host as unknown as Handle).practiceTerminal.terminal;
    const screen = element?.querySelector('.xterm-screen')?.getBoundingClientRect();
    const field = textarea?.getBoundingClientRect();
    if (!screen || !field) throw new Error('The terminal is not open');
    const { cursorX, cursorY } = buffer.active;
    return {
      x: Math.abs(Math.round(field.x - screen.x - (cursorX * screen.width) / cols)),
      y: Math.abs(Math.round(field.y - screen.y - (cursorY * screen.height) / rows)),
    };
  });
}

test('what an input method composes arrives once and whole [terminal 6 ime]', async ({ practice, classroom }) => {
  const { page } = practice;
  await practice.start();
  await practice.waitUntilConnected();
  await classroom.pane.waitForScreen(SHELL_PROMPT.trimEnd());
  await practice.focusTerminal();
  await page.keyboard.type('echo cat $((40 + 2)); cat > typed.txt\n');
  await classroom.pane.waitForScreen(/^cat 42$/m);
  const input = await page.context().newCDPSession(page);
  const line = async (text: string) => {
    await classroom.pane.waitForScreen(text);
    await page.keyboard.press('Enter');
  };

  // Japanese: kana, then the candidate that is accepted.
  await compose(input, ['n', 'に', 'にh', 'にほ', 'にほn', 'にほん', '日本']);
  await input.send('Input.insertText', { text: '日本' });
  await compose(input, ['g', 'ご', '語']);
  await input.send('Input.insertText', { text: '語' });
  await line('日本語');
  // Chinese, with Latin letters typed before and after.
  await page.keyboard.type('a');
  await compose(input, ['n', 'ni', 'ni h', 'ni hao', '你好']);
  await input.send('Input.insertText', { text: '你好' });
  await page.keyboard.type('b');
  await line('a你好b');
  // A composition that is given up leaves nothing.
  await compose(input, ['k', 'か', '']);
  await page.keyboard.type('gone');
  await line('gone');
  // A dead key and its letter, as composed by the system.
  await compose(input, ['´']);
  await input.send('Input.insertText', { text: 'é' });
  await page.keyboard.type('t');
  await compose(input, ['´']);
  await input.send('Input.insertText', { text: 'é' });
  await line('été');
  // An emoji keyboard inserts without composing.
  await input.send('Input.insertText', { text: '🎉' });
  await input.send('Input.insertText', { text: '👩‍💻' });
  await line('🎉');
  await page.keyboard.press('Control+d');
  await classroom.pane.waitForScreen(new RegExp(`${SHELL_PROMPT.trimEnd()}\\s*$`.replace('$', '\\$')));
  const typed = await readFile(join(classroom.workspace, 'typed.txt'), 'utf8');
  expect(typed.split('\n')).toEqual(['日本語', 'a你好b', 'gone', 'été', '🎉👩‍💻', '']);
});
