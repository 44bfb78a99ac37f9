// @vitest-environment happy-dom
import { Terminal } from '@xterm/xterm';
import { afterEach, expect, it, vi } from 'vitest';
import { forgetWraps } from '../../../src/terminal/drawing/forget-wraps.js';

afterEach(() => void vi.useRealTimers());

it('after a resize, no row continues another until tmux draws it so', async () => {
  const terminal = new Terminal({ cols: 20, rows: 6, scrollback: 1, allowProposedApi: true });
  forgetWraps(terminal);
  const write = (text: string) => new Promise<void>((resolve) => terminal.write(text, resolve));
  const wraps = () =>
    Array.from({ length: terminal.rows }, (_, row) => terminal.buffer.active.getLine(row)?.isWrapped ?? false);
  await write('x'.repeat(50));
  expect(wraps()).toEqual([false, true, true, false, false, false]);
  terminal.resize(15, 6);
  expect(wraps()).toEqual([false, false, false, false, false, false]);
  await write(`\x1b[2J\x1b[H${'y'.repeat(20)}`);
  expect(wraps().slice(0, 2)).toEqual([false, true]);
  terminal.dispose();
});

it('what wraps because it was drawn for a wider terminal is forgotten when tmux begins to draw for this one', async () => {
  const terminal = new Terminal({ cols: 30, rows: 6, scrollback: 1, allowProposedApi: true });
  forgetWraps(terminal);
  const write = (text: string) => new Promise<void>((resolve) => terminal.write(text, resolve));
  const wraps = () =>
    Array.from({ length: terminal.rows }, (_, row) => terminal.buffer.active.getLine(row)?.isWrapped ?? false);
  terminal.resize(20, 6);
  await write(`\x1b[3;1H${'x'.repeat(30)}`);
  expect(wraps()).toEqual([false, false, false, true, false, false]);
  // A region that is not the whole screen is a program's.
  await write('\x1b[2;4r');
  expect(wraps()[3]).toBe(true);
  await write('\x1b[1;6r');
  expect(wraps()).toEqual([false, false, false, false, false, false]);
  terminal.dispose();
});

it('a scrolling region long after a resize says nothing of what continues', async () => {
  const terminal = new Terminal({ cols: 20, rows: 6, scrollback: 1, allowProposedApi: true });
  forgetWraps(terminal);
  const write = (text: string) => new Promise<void>((resolve) => terminal.write(text, resolve));
  await write(`${'x'.repeat(30)}\x1b[1;6r`);
  expect(terminal.buffer.active.getLine(1)?.isWrapped).toBe(true);
  terminal.dispose();
});

it.each([
  ['is cleared', '\x1b[2K', [false, false, false]],
  ['is cleared from its begin on', '\x1b[K', [false, false, false]],
  ['loses its end, which may be written again', '\x1b[10C\x1b[K', [false, true, false]],
  ['loses its begin alone', '\x1b[10C\x1b[1K', [false, true, false]],
  ['is pushed away by a new one', '\x1b[B\x1b[2L', [false, false, false]],
])('what becomes of a row that continues the one above when that one %s', async (_, change, expected) => {
  const terminal = new Terminal({ cols: 20, rows: 6, scrollback: 1, allowProposedApi: true });
  forgetWraps(terminal);
  const write = (text: string) => new Promise<void>((resolve) => terminal.write(text, resolve));
  // Filled once, so that the first row shown is not the first one kept.
  await write(`${'\n'.repeat(7)}\x1b[2J\x1b[H${'x'.repeat(30)}\x1b[H`);
  const { active } = terminal.buffer;
  const wraps = () => [0, 1, 2].map((row) => active.getLine(active.baseY + row)?.isWrapped);
  expect(wraps()).toEqual([false, true, false]);
  await write(change);
  expect(wraps()).toEqual(expected);
  expect(active.getLine(active.baseY + 3)?.isWrapped).toBe(false);
  terminal.dispose();
});

it('all rows are forgotten: also the first that is kept, those that have left the screen, and the last', async () => {
  const terminal = new Terminal({ cols: 30, rows: 6, scrollback: 3, allowProposedApi: true });
  forgetWraps(terminal);
  const write = (text: string) => new Promise<void>((resolve) => terminal.write(text, resolve));
  const { active } = terminal.buffer;
  const wraps = () => Array.from({ length: active.length }, (_, row) => active.getLine(row)?.isWrapped);
  terminal.resize(20, 6);
  // One line that is longer than all that is kept, which leaves its begin out.
  await write('x'.repeat(20 * 12));
  expect(active.baseY).toBe(3);
  expect(wraps()).toEqual(Array(9).fill(true));
  await write('\x1b[1;6r');
  expect(wraps()).toEqual(Array(9).fill(false));
  terminal.dispose();
});

// What tmux draws for a size comes within a second even on a busy machine; seconds later, a region is a program's.
it.each([
  [1000, false],
  [5000, true],
])('a whole screen as a region, %i ms after a resize, leaves what continues: %s', async (ms, expected) => {
  vi.useFakeTimers({ toFake: ['performance'] });
  const terminal = new Terminal({ cols: 30, rows: 6, scrollback: 1, allowProposedApi: true });
  forgetWraps(terminal);
  const write = (text: string) => new Promise<void>((resolve) => terminal.write(text, resolve));
  terminal.resize(20, 6);
  await write('x'.repeat(30));
  vi.advanceTimersByTime(ms);
  await write('\x1b[1;6r');
  expect(terminal.buffer.active.getLine(1)?.isWrapped).toBe(expected);
  terminal.dispose();
});

it.each([
  ['scrolls a region alone', '\x1b[2;3r\x1b[3;1H\n', ['a', 'c', '', 'd']],
  ['inserts rows', '\x1b[2;1H\x1b[2L', ['a', '', '', 'b']],
  ['erases a row', '\x1b[2;1H\x1b[2K', ['a', '', 'c', 'd']],
  ['erases the end of a row', '\x1b[2;1H\x1b[K', ['a', '', 'c', 'd']],
])('xterm still %s, beside what is forgotten', async (_, sequence, expected) => {
  const terminal = new Terminal({ cols: 20, rows: 4, scrollback: 1, allowProposedApi: true });
  forgetWraps(terminal);
  const write = (text: string) => new Promise<void>((resolve) => terminal.write(text, resolve));
  await write(`a\r\nb\r\nc\r\nd${sequence}`);
  const { active } = terminal.buffer;
  const shown = [0, 1, 2, 3].map((row) => active.getLine(active.baseY + row)?.translateToString(true));
  expect(shown).toEqual(expected);
  terminal.dispose();
});
