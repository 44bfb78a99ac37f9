// @vitest-environment happy-dom
import { cleanup, fireEvent, render, screen } from '@testing-library/react';
import { afterEach, describe, expect, it, vi } from 'vitest';
import type { ConnectionState } from '../../src/client/terminal/connection-state.js';
import { TerminalConnection } from '../../src/client/terminal/terminal-connection.js';
import { TerminalPanel } from '../../src/index.js';

vi.mock('../../src/react/terminal/load-terminal.js', async () => ({
  preloadTerminal: () => {},
  loadTerminal: (await import('../support/mounted-terminal.js')).loadScreenlessTerminal,
}));

afterEach(cleanup);

const grid = { cols: 80, rows: 24 };

function show(state: ConnectionState) {
  const connection = new TerminalConnection({ url: 'ws://127.0.0.1:9/terminal/af-x?ticket=t' });
  vi.spyOn(connection, 'open').mockReturnValue();
  vi.spyOn(connection, 'getSnapshot').mockReturnValue(state);
  const view = render(<TerminalPanel session={connection} theme="light" onRestart={() => {}} onClose={() => {}} />);
  const said = view.container.textContent ?? '';
  const buttons = screen.queryAllByRole('button', { hidden: true }).map((button) => button.textContent);
  return { connection, said, buttons };
}

describe('what a student reads when something is wrong', () => {
  const troubles: [string, ConnectionState, string, string | undefined][] = [
    ['the daemon is down', { status: 'lost' }, 'start it again if not', 'Reconnect'],
    ['the browser blocks it', { status: 'lost', message: 'Your browser blocks it.' }, 'browser blocks', 'Reconnect'],
    ['it reconnects', { status: 'reconnecting', attempt: 3, nextDelayMs: 4000 }, 'Reconnecting…', 'Try now'],
    ['the session was idle', { status: 'ended', reason: 'timeout' }, 'idle for a long time', 'Start again'],
    ['tmux is gone', { status: 'ended', reason: 'lost' }, 'The terminal is gone', 'Start again'],
    ['another tab types', { status: 'attached', role: 'watcher', grid, behind: false }, 'Watching', 'Type here'],
    [
      'the tab is too slow',
      { status: 'attached', role: 'writer', grid, behind: true },
      'This tab is behind',
      undefined,
    ],
  ];

  it.each(troubles)(
    '[terminal 5 own-words] has words and a next step of its own where %s',
    (_what, state, words, step) => {
      const { said, buttons } = show(state);
      expect(said).toContain(words);
      if (step !== undefined) expect(buttons).toContain(step);
      for (const [, other, foreign] of troubles) if (other !== state) expect(said).not.toContain(foreign);
    },
  );

  it('[terminal 4 take-over] lets a watcher take over with one click', () => {
    const { connection } = show({ status: 'attached', role: 'watcher', grid, behind: false });
    const takeOver = vi.spyOn(connection, 'takeOver');
    fireEvent.click(screen.getByRole('button', { name: 'Type here' }));
    expect(takeOver).toHaveBeenCalledOnce();
  });
});
