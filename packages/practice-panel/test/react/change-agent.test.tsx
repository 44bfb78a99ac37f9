// @vitest-environment happy-dom
import { cleanup, configure, fireEvent, render, screen, waitFor, within } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { PracticePanel, PracticeProvider } from '../../src/index.js';
import { agent } from '../support/chat-daemon.js';
import { type PracticeDaemon, startPracticeDaemon } from '../support/practice-daemon.js';
import { exercise, health } from '../support/samples.js';
import { installWebSocket } from '../support/terminal-daemon.js';

// As in panel.test: without layout no terminal opens.
vi.mock('../../src/react/terminal/load-terminal.js', () => ({
  preloadTerminal: () => {},
  loadTerminal: async () => ({
    mountTerminal: () => ({ terminal: { focus: () => {} }, setTheme: () => {}, dispose: () => {} }),
  }),
}));

configure({ asyncUtilTimeout: 5000 });

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

async function open(capabilities: Record<string, object>) {
  const daemon = await startPracticeDaemon({ health: health({ capabilities: capabilities as never }), agents });
  render(
    <PracticeProvider
      options={{ serverUrl: daemon.url, guideUrl: '/guide', troubleshootingUrl: '/help', registryUrl: '/r.json' }}
    >
      <PracticePanel exercise={exercise} theme="light" onContinueInChat={() => {}} />
    </PracticeProvider>,
  );
  await screen.findByRole('button', { name: 'Check My Work' });
  fireEvent.click(screen.getByRole('button', { name: 'More' }));
  return daemon;
}

/** Chooses Codex, up to the question whether the running session may end. */
async function chooseCodex() {
  fireEvent.click(screen.getByRole('button', { name: 'Change agent…' }));
  const dialog = await screen.findByRole('dialog', { name: 'Choose your agent' });
  fireEvent.click(await within(dialog).findByRole('radio', { name: 'Codex' }));
  fireEvent.click(within(dialog).getByRole('button', { name: 'Use it' }));
  return screen.findByRole('dialog', { name: 'End the running session?' });
}

const asked = ({ requests }: PracticeDaemon, path: string) => requests.filter((request) => request === `POST ${path}`);

describe('the agent of the terminal', () => {
  test('is changed by ending the session and starting it anew, after asking', async () => {
    await using daemon = await open({ agents: {} });
    const question = await chooseCodex();
    expect(asked(daemon, '/agents/choose')).toHaveLength(1);
    expect(asked(daemon, '/exercises/finish')).toHaveLength(0);
    fireEvent.click(within(question).getByRole('button', { name: 'End and switch' }));
    await waitFor(() => expect(asked(daemon, '/exercises/start')).toHaveLength(2));
    expect(asked(daemon, '/exercises/finish')).toHaveLength(1);
  });

  test('ends nothing where the student keeps the session', async () => {
    await using daemon = await open({ agents: {} });
    const question = await chooseCodex();
    fireEvent.click(within(question).getByRole('button', { name: 'Keep it running' }));
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    expect(asked(daemon, '/exercises/finish')).toHaveLength(0);
    expect(asked(daemon, '/exercises/start')).toHaveLength(1);
  });

  test('says how to end a session that only the student can end', async () => {
    await using daemon = await open({ agents: {} });
    daemon.answers.finish = { status: 409, body: { error: 'exercise_not_complete', message: 'Not yet.' } };
    fireEvent.click(within(await chooseCodex()).getByRole('button', { name: 'End and switch' }));
    expect(await screen.findByText(/Your choice is kept\./)).toBeTruthy();
    expect(asked(daemon, '/exercises/start')).toHaveLength(1);
  });
});

test('a server that knows neither agents nor conversations is asked for neither', async () => {
  await using _daemon = await open({});
  expect(screen.queryByRole('button', { name: 'Change agent…' })).toBeNull();
  expect(screen.queryByRole('button', { name: 'Continue in chat' })).toBeNull();
});
