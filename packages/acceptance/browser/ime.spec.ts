import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { type CDPSession, expect } from '@playwright/test';
import { SHELL_PROMPT } from '../src/index.js';
import { test } from './classroom.js';

test.use({ daemonFlags: ['--agent', 'shell'] });

/** Shows a composition as it grows, as an input method does before it is accepted. */
async function compose(input: CDPSession, steps: readonly string[]): Promise<void> {
  for (const text of steps)
    await input.send('Input.imeSetComposition', { text, selectionStart: text.length, selectionEnd: text.length });
}

test('what an input method composes arrives once and whole [3.6 ime]', async ({ practice, classroom }) => {
  const { page } = practice;
  await practice.start();
  await practice.waitUntilConnected();
  await classroom.pane.waitForScreen(SHELL_PROMPT.trimEnd());
  await practice.focusTerminal();
  await page.keyboard.type('cat > typed.txt\n');
  await classroom.pane.waitForScreen(/typed\.txt\n/);
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
