// @vitest-environment happy-dom
import { act, cleanup, fireEvent, render, screen } from '@testing-library/react';
import { afterEach, expect, it, vi } from 'vitest';
import { TerminalConnection } from '../../src/client/terminal/terminal-connection.js';
import { ReadingView } from '../../src/react/terminal/ReadingView.js';

const LINES = Array.from({ length: 200 }, (_, index) => `line ${index + 1}`);

vi.mock('../../src/client/server/history.js', () => ({
  fetchHistory: async () => ({ ok: true, value: { text: LINES.join('\n') } }),
}));
afterEach(cleanup);

async function open(onExplain?: (selected: unknown) => void) {
  const session = new TerminalConnection({ url: 'ws://127.0.0.1:9/terminal/af-x?ticket=t' });
  const onClose = vi.fn();
  render(<ReadingView session={session} onClose={onClose} onExplain={onExplain} />);
  await screen.findByText('200 lines, the newest last.');
  return onClose;
}

function select(words: string) {
  const text = screen.getByRole('dialog', { hidden: true }).querySelector('pre')?.firstChild as Text;
  const from = text.data.indexOf(words);
  act(() => {
    window.getSelection()?.setBaseAndExtent(text, from, text, from + words.length);
    document.dispatchEvent(new Event('selectionchange'));
  });
}

const button = () => screen.queryByRole('button', { name: 'Explain this', hidden: true });
/** The lines of these numbers, both included. */
const lines = (first: number, last: number) => LINES.slice(first - 1, last).join('\n');

it('[coach explain-terminal] the session as text has explained what is selected in it, with 50 lines on both sides', async () => {
  const onExplain = vi.fn();
  const onClose = await open(onExplain);
  expect(button()).toBeNull();
  select('line 100\nline 101');
  fireEvent.click(button() as HTMLElement);
  expect(onExplain).toHaveBeenCalledExactlyOnceWith(
    expect.objectContaining({ text: 'line 100\nline 101', around: lines(51, 150) }),
  );
  expect(onClose).toHaveBeenCalled();
});

it('does so with the key, too, and not where nothing is selected or nobody explains', async () => {
  const key = { code: 'KeyX', key: 'X', ctrlKey: true, shiftKey: true };
  const onExplain = vi.fn();
  await open(onExplain);
  const dialog = screen.getByRole('dialog', { hidden: true });
  fireEvent.keyDown(dialog, key);
  expect(onExplain).not.toHaveBeenCalled();
  select('line 7');
  fireEvent.keyDown(dialog, key);
  expect(onExplain).toHaveBeenCalledOnce();
  cleanup();
  await open();
  select('line 7');
  expect(button()).toBeNull();
});
