// @vitest-environment happy-dom
import { CLOSE_CODES } from '@agent-factory/protocol';
import { act, cleanup, fireEvent, render, screen, waitFor, within } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import type { TerminalConnection } from '../../src/client/terminal/terminal-connection.js';
import { PracticePanel, PracticeProvider } from '../../src/index.js';
import { agent } from '../support/chat-daemon.js';
import { type PracticeDaemon, startPracticeDaemon } from '../support/practice-daemon.js';
import { exercise, health, started } from '../support/samples.js';
import { installWebSocket, TerminalDaemon } from '../support/terminal-daemon.js';

// Without layout no terminal opens by itself.
vi.mock('../../src/react/terminal/load-terminal.js', () => ({
  preloadTerminal: () => {},
  loadTerminal: async () => ({
    mountTerminal({ connection }: { connection: TerminalConnection }) {
      connection.open({ cols: 80, rows: 24 });
      return { terminal: { focus: () => {} }, setTheme: () => {}, dispose: () => connection.close() };
    },
  }),
}));

beforeEach(() => {
  installWebSocket();
  (window as unknown as { happyDOM: { setURL(url: string): void } }).happyDOM.setURL('http://localhost:3000/');
  sessionStorage.clear();
  localStorage.clear();
});
afterEach(cleanup);

const agents = {
  agents: [agent(), agent({ id: 'codex', name: 'Codex' })],
  choice: 'claude',
  exerciseChoices: {},
  problems: [],
};

/** A panel whose terminal is that of an exercise with Claude Code; `peer` is where it is connected. */
async function open(capabilities: Record<string, object> = { agents: {} }) {
  const terminal = await TerminalDaemon.start();
  const daemon = await startPracticeDaemon({
    health: health({ capabilities: capabilities as never }),
    start: { status: 200, body: started({ wsUrl: terminal.url }) },
    switchAgent: { status: 200, body: started({ wsUrl: `${terminal.url}2`, agent: 'codex' }) },
    agents,
  });
  render(
    <PracticeProvider
      options={{ serverUrl: daemon.url, guideUrl: '/guide', troubleshootingUrl: '/help', registryUrl: '/r.json' }}
    >
      <PracticePanel exercise={exercise} theme="light" onContinueInChat={() => {}} />
    </PracticeProvider>,
  );
  const peer = await terminal.peer();
  await screen.findByRole('button', { name: 'Check My Work' });
  const dispose = async () => {
    cleanup();
    await terminal[Symbol.asyncDispose]();
    await daemon[Symbol.asyncDispose]();
  };
  return { daemon, terminal, peer, [Symbol.asyncDispose]: dispose };
}

/** Opens the list of agents, chooses one if it is named, and takes it. */
async function choose(name?: string): Promise<void> {
  fireEvent.click(screen.getByRole('button', { name: 'More' }));
  fireEvent.click(screen.getByRole('button', { name: 'Change agent…' }));
  const dialog = await screen.findByRole('dialog', { name: 'Choose your agent' });
  const radios = await within(dialog).findAllByRole('radio');
  expect(radios).toHaveLength(2);
  if (name !== undefined) fireEvent.click(within(dialog).getByRole('radio', { name }));
  fireEvent.click(within(dialog).getByRole('button', { name: 'Use it' }));
}

const question = () => screen.findByRole('dialog', { name: 'End the running session?' });

async function answer(words: 'End and switch' | 'Keep it running'): Promise<void> {
  fireEvent.click(within(await question()).getByRole('button', { name: words }));
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
}

const asked = ({ requests }: PracticeDaemon, path: string) => requests.filter((request) => request === `POST ${path}`);
const switches = ({ bodies }: PracticeDaemon) =>
  bodies.filter(({ path }) => path === '/agents/switch').map(({ body }) => body);

describe('the agent of the terminal', () => {
  test('is switched once the student has agreed, and the panel goes on in the new session as its writer', async () => {
    await using page = await open();
    await choose('Codex');
    await question();
    expect([asked(page.daemon, '/agents/choose'), switches(page.daemon)]).toMatchObject([{ length: 1 }, []]);
    await answer('End and switch');
    const next = await page.terminal.peer();
    expect(next.path).toMatch(/ticket=t2$/);
    expect(switches(page.daemon)).toMatchObject([{ exerciseId: exercise.id, agent: 'codex', confirmed: true }]);
    next.send({ type: 'attached', role: 'watcher', cols: 80, rows: 24 });
    await next.frame('takeover');
    expect([asked(page.daemon, '/exercises/finish'), asked(page.daemon, '/exercises/start')]).toMatchObject([
      { length: 0 },
      { length: 1 },
    ]);
  });

  test('is from then on the one that a further switch would end', async () => {
    await using page = await open();
    await choose('Codex');
    await answer('End and switch');
    await page.terminal.peer();
    page.daemon.answers.agents = { ...agents, choice: 'codex' };
    await choose('Claude Code');
    await answer('End and switch');
    await waitFor(() => expect(switches(page.daemon)).toMatchObject([{ agent: 'codex' }, { agent: 'claude' }]));
  });

  test('stays where the student keeps the session, who is asked again about the same choice', async () => {
    await using page = await open();
    await choose('Codex');
    page.daemon.answers.agents = { ...agents, choice: 'codex' };
    await answer('Keep it running');
    expect([switches(page.daemon), page.terminal.connections]).toEqual([[], 1]);
    await choose();
    await answer('End and switch');
    await waitFor(() => expect(switches(page.daemon)).toMatchObject([{ agent: 'codex' }]));
  });

  test('stays where the other cannot start; the student reads why, and what to do', async () => {
    await using page = await open();
    const body = { error: 'dependency_missing', message: 'Codex was not found.', commands: ['install codex'] };
    page.daemon.answers.switchAgent = { status: 503, body };
    await choose('Codex');
    await answer('End and switch');
    const notices = await screen.findByRole('list', { name: 'Notices' });
    expect(notices.textContent).toContain('Changing the agent did not work: Codex was not found.');
    within(notices).getByText('install codex');
    expect([page.terminal.connections, asked(page.daemon, '/exercises/start')]).toMatchObject([1, { length: 1 }]);
  });

  test('needs no question once its session has ended', async () => {
    await using page = await open();
    page.peer.send({ type: 'session_ended', reason: 'exited' });
    await screen.findByText('Session ended', { selector: '.practice-overlay-title' });
    await choose('Codex');
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    expect([asked(page.daemon, '/agents/choose'), switches(page.daemon)]).toMatchObject([{ length: 1 }, []]);
  });
});

test('a tab in which nobody has asked follows its session to the next one', async () => {
  await using page = await open();
  page.daemon.answers.start = { status: 200, body: started({ wsUrl: `${page.terminal.url}3`, agent: 'codex' }) };
  page.peer.send({ type: 'session_ended', reason: 'switched' });
  page.peer.socket.close(CLOSE_CODES.session_ended.code);
  const next = await page.terminal.peer();
  expect(next.path).toMatch(/ticket=t3$/);
  act(() => next.send({ type: 'attached', role: 'watcher', cols: 80, rows: 24 }));
  await screen.findByText('Watching');
  expect(next.frames.filter(({ type }) => type === 'takeover')).toEqual([]);
  expect(screen.queryByText('Session ended')).toBeNull();
});

test('a server that knows neither agents nor conversations is asked for neither', async () => {
  await using _page = await open({});
  fireEvent.click(screen.getByRole('button', { name: 'More' }));
  expect(screen.queryByRole('button', { name: 'Change agent…' })).toBeNull();
  expect(screen.queryByRole('button', { name: 'Continue in chat' })).toBeNull();
});
