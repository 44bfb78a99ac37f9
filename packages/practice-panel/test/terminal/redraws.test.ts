// @vitest-environment happy-dom
import { Terminal } from '@xterm/xterm';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { REDRAW_MS, Redraws } from '../../src/terminal/history/redraws.js';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

const SHELL = ['student$ seq 1 3', '1', '2', '3', 'student$ '];

async function start() {
  const live = new Terminal({ cols: 40, rows: 8, allowProposedApi: true });
  const onPrinted = vi.fn();
  const redraws = new Redraws({ live, onPrinted });
  const draw = async (lines: readonly string[]) => {
    const isRedraw = redraws.handleOutput();
    const parsed = new Promise<void>((resolve) => live.write(`\x1b[2J\x1b[H${lines.join('\r\n')}`, resolve));
    vi.advanceTimersByTime(1); // xterm parses in a task of its own
    await parsed;
    return isRedraw;
  };
  await draw(SHELL);
  return { live, redraws, draw, onPrinted };
}

it('[terminal 1 new-output] takes output for what a program prints where no redraw is due', async () => {
  const { redraws, draw } = await start();
  expect(await draw(SHELL)).toBe(false);
  redraws.expect();
  // However late the redraw comes.
  vi.advanceTimersByTime(10 * REDRAW_MS);
  expect(await draw(SHELL)).toBe(true);
  vi.advanceTimersByTime(REDRAW_MS);
  expect(await draw(SHELL)).toBe(false);
});

it('[terminal 1 new-output] says nothing of the same text in lines of another length', async () => {
  const { live, redraws, draw, onPrinted } = await start();
  live.resize(10, 12);
  redraws.expect();
  expect(await draw(['student$ s', 'eq 1 3', ...SHELL.slice(1)])).toBe(true);
  vi.advanceTimersByTime(REDRAW_MS);
  expect(onPrinted).not.toHaveBeenCalled();
});

it('[terminal 1 new-output] tells what was printed right behind the redraw', async () => {
  const { redraws, draw, onPrinted } = await start();
  redraws.expect();
  await draw(SHELL);
  await draw([...SHELL.slice(0, -1), 'student$ echo later', 'later', 'student$ ']);
  expect(onPrinted).not.toHaveBeenCalled();
  vi.advanceTimersByTime(REDRAW_MS);
  expect(onPrinted).toHaveBeenCalledOnce();
});

it('[terminal 1 new-output] says nothing where a program arranges its screen anew', async () => {
  const { redraws, draw, onPrinted } = await start();
  const text = ['│ the model thinks, the tools act │', '│ and the loop goes on until done │'];
  await draw([...text, '╰─ ? for shortcuts ───────────────╯']);
  redraws.expect();
  await draw(['? for shortcuts', ...text, 'waited 9 s']);
  vi.advanceTimersByTime(REDRAW_MS);
  expect(onPrinted).not.toHaveBeenCalled();
});

it('[terminal 1 new-output] tells of a burst right behind a redraw that left nothing of the screen', async () => {
  const { redraws, draw, onPrinted } = await start();
  const numbers = (from: number) => Array.from({ length: 7 }, (_, n) => String(from + n));
  await draw(numbers(4994));
  redraws.expect();
  await draw(numbers(4994));
  await draw(numbers(8994));
  vi.advanceTimersByTime(REDRAW_MS);
  expect(onPrinted).toHaveBeenCalledOnce();
});

it('[terminal 1 new-output] forgets what was printed before it mattered', async () => {
  const { redraws, draw, onPrinted } = await start();
  redraws.expect();
  await draw(SHELL);
  await draw([...SHELL.slice(0, -1), 'student$ echo later', 'later', 'student$ ']);
  redraws.forget();
  vi.advanceTimersByTime(REDRAW_MS);
  expect(onPrinted).not.toHaveBeenCalled();
});
