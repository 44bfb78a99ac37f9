// @vitest-environment happy-dom
import { Terminal } from '@xterm/xterm';
import { expect, it, vi } from 'vitest';
import { allowClipboardWrites } from '../../src/terminal/input/clipboard.js';

/** What is copied, and what the terminal types by itself, when a program prints this sequence. */
async function after(data: string): Promise<{ copied: string[]; typed: string }> {
  const copied: string[] = [];
  vi.spyOn(navigator.clipboard, 'writeText').mockImplementation(async (text) => void copied.push(text));
  const terminal = new Terminal({ allowProposedApi: true });
  let typed = '';
  terminal.onData((text) => {
    typed += text;
  });
  allowClipboardWrites(terminal);
  await new Promise<void>((resolve) => terminal.write(`\x1b]52;${data}\x07`, resolve));
  terminal.dispose();
  return { copied, typed };
}

it('a program puts text on the clipboard', async () => {
  expect(await after('c;aGVsbG8=')).toEqual({ copied: ['hello'], typed: '' });
});

it.each(['c;?', '?', 'c;?;', ';?;aGVsbG8=', 'rm -rf work;?;'])(
  '%j reads nothing from it, and types nothing',
  async (data) => {
    expect(await after(data)).toEqual({ copied: [], typed: '' });
  },
);

it('takes no text that is longer than a mistake', async () => {
  expect(await after(`c;${'YWFh'.repeat(300_000)}`)).toEqual({ copied: [], typed: '' });
  expect(await after(`c;${'YWFh'.repeat(300_000)};`)).toEqual({ copied: [], typed: '' });
});
