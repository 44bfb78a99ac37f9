// @vitest-environment happy-dom
import { act, cleanup, fireEvent, render, screen } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { TerminalConnection } from '../../src/client/terminal/terminal-connection.js';
import { PracticePanel, PracticeProvider, TerminalPanel } from '../../src/index.js';
import { ConnectionBadge } from '../../src/react/toolbar/ConnectionBadge.js';
import { eventually } from '../support/eventually.js';
import { startPracticeDaemon } from '../support/practice-daemon.js';
import { exercise, session, started } from '../support/samples.js';
import { installWebSocket, TerminalDaemon } from '../support/terminal-daemon.js';

vi.mock('../../src/react/terminal/load-terminal.js', async () => ({
  preloadTerminal: () => {},
  loadTerminal: (await import('../support/mounted-terminal.js')).loadScreenlessTerminal,
}));

beforeEach(() => {
  installWebSocket();
  (window as unknown as { happyDOM: { setURL(url: string): void } }).happyDOM.setURL('http://localhost:3000/');
});
afterEach(cleanup);

function textarea(): HTMLTextAreaElement | null {
  return document.querySelector('textarea');
}

describe('a terminal that arrives', () => {
  async function arrive(daemon: TerminalDaemon, role: string, panel?: 'dialog'): Promise<void> {
    const connection = new TerminalConnection({ url: daemon.url });
    render(
      <div role={panel}>
        <input aria-label="Find" />
        <button type="button">Practice</button>
        <TerminalPanel session={connection} theme="light" />
      </div>,
    );
    (role === 'textbox' ? screen.getByLabelText('Find') : screen.getByRole(role)).focus();
    await daemon.peer();
    await eventually(() => expect(textarea()).not.toBeNull());
  }

  it('takes the keyboard from a button', async () => {
    await using daemon = await TerminalDaemon.start();
    await arrive(daemon, 'button');
    await eventually(() => expect(document.activeElement).toBe(textarea()));
  });

  it('takes it also where the panel is a dialog, as on a phone', async () => {
    await using daemon = await TerminalDaemon.start();
    await arrive(daemon, 'button', 'dialog');
    await eventually(() => expect(document.activeElement).toBe(textarea()));
  });

  it('leaves it where the student is typing', async () => {
    await using daemon = await TerminalDaemon.start();
    await arrive(daemon, 'textbox');
    await act(() => Promise.resolve());
    expect(document.activeElement?.getAttribute('aria-label')).toBe('Find');
  });
});

describe('a terminal and what lies over it', () => {
  async function openWatching(daemon: TerminalDaemon) {
    const connection = new TerminalConnection({ url: daemon.url });
    render(
      <>
        <button type="button">Elsewhere</button>
        <TerminalPanel session={connection} theme="light" />
      </>,
    );
    const peer = await daemon.peer();
    peer.send({ type: 'attached', role: 'watcher', cols: 80, rows: 24 });
    return { connection, peer, button: await screen.findByRole('button', { name: 'Type here' }) };
  }

  it('[terminal 4 take-over] goes on in the terminal after one click on the button of a watcher', async () => {
    await using daemon = await TerminalDaemon.start();
    const { peer, button } = await openWatching(daemon);
    button.focus();
    fireEvent.click(button);
    await peer.frame('takeover');
    peer.send({ type: 'attached', role: 'writer', cols: 80, rows: 24 });
    await eventually(() => expect(document.activeElement).toBe(textarea()));
  });

  it('leaves the focus where the student took it meanwhile', async () => {
    await using daemon = await TerminalDaemon.start();
    const { peer, button } = await openWatching(daemon);
    button.focus();
    fireEvent.click(button);
    await peer.frame('takeover');
    screen.getByRole('button', { name: 'Elsewhere' }).focus();
    peer.send({ type: 'attached', role: 'writer', cols: 80, rows: 24 });
    await eventually(() => expect(screen.queryByText('Watching: another tab types here')).toBeNull());
    expect(document.activeElement?.textContent).toBe('Elsewhere');
    (document.activeElement as HTMLElement).blur();
    peer.socket.terminate();
    const next = await daemon.peer();
    next.send({ type: 'attached', role: 'writer', cols: 80, rows: 24 });
    await eventually(() => expect(screen.queryByText('Reconnecting…')).toBeNull());
    expect(document.activeElement).toBe(document.body);
  });

  it('lets the student try at once where the wait is long', async () => {
    const connection = new TerminalConnection({ url: 'ws://127.0.0.1:9/terminal/af-x?ticket=t' });
    const retry = vi.spyOn(connection, 'retry');
    const state = vi.spyOn(connection, 'getSnapshot');
    state.mockReturnValue({ status: 'reconnecting', attempt: 2, nextDelayMs: 2000 });
    const view = render(<TerminalPanel session={connection} theme="light" />);
    expect(screen.queryByRole('button', { name: 'Try now' })).toBeNull();
    state.mockReturnValue({ status: 'reconnecting', attempt: 3, nextDelayMs: 4000 });
    view.rerender(<TerminalPanel session={connection} theme="dark" />);
    fireEvent.click(screen.getByRole('button', { name: 'Try now' }));
    expect(retry).toHaveBeenCalledOnce();
    connection.close();
  });
});

describe('the words on the connection', () => {
  it('are left out until there is a connection to speak of', async () => {
    await using daemon = await TerminalDaemon.start();
    const connection = new TerminalConnection({ url: daemon.url });
    render(<ConnectionBadge terminal={connection} />);
    expect(screen.getByRole('status').textContent).toBe('');
    act(() => connection.open({ cols: 80, rows: 24 }));
    expect(screen.getByRole('status').textContent).toBe('Connecting');
    (await daemon.peer()).send({ type: 'attached', role: 'writer', cols: 80, rows: 24 });
    await screen.findByText('Connected');
    act(() => connection.close());
  });
});

describe('a session that ends', () => {
  it('is no longer counted among the active ones', async () => {
    await using terminal = await TerminalDaemon.start();
    await using daemon = await startPracticeDaemon({
      start: { status: 200, body: started({ wsUrl: terminal.url }) },
      sessions: [session(exercise.id), session('ch33-agent-loop')],
    });
    render(
      <PracticeProvider
        options={{ serverUrl: daemon.url, guideUrl: '/guide', troubleshootingUrl: '/help', registryUrl: '/r.json' }}
      >
        <PracticePanel exercise={exercise} theme="light" />
      </PracticeProvider>,
    );
    const peer = await terminal.peer();
    act(() => peer.send({ type: 'attached', role: 'writer', cols: 80, rows: 24 }));
    await screen.findByRole('button', { name: /2\s*exercises/ });
    daemon.answers.sessions = [session('ch33-agent-loop')];
    peer.send({ type: 'session_ended', reason: 'exited' });
    await screen.findByText('Session ended', { selector: '.practice-overlay-title' });
    await screen.findByRole('button', { name: /1\s*exercise$/ });
  });
});
