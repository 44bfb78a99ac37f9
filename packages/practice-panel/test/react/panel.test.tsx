// @vitest-environment happy-dom
import { cleanup, fireEvent, render, screen, within } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { COMPLETED_EVENT, type PracticeOptions, PracticePanel, PracticeProvider } from '../../src/index.js';
import { eventually } from '../support/eventually.js';
import { unusedPort } from '../support/http.js';
import { type PracticeDaemon, startPracticeDaemon } from '../support/practice-daemon.js';
import { exercise, failed, health, passed, session, started, summary } from '../support/samples.js';
import { installWebSocket } from '../support/terminal-daemon.js';

// Without layout no terminal gets a size and so none opens, but xterm's style rules make every query take
// seconds. The terminal has tests of its own, on a real socket and in a real browser.
vi.mock('../../src/react/terminal/load-terminal.js', () => ({
  preloadTerminal: () => {},
  loadTerminal: async () => ({
    mountTerminal: () => ({ terminal: { focus: () => {} }, setTheme: () => {}, dispose: () => {} }),
  }),
}));

function options(serverUrl: string): PracticeOptions {
  return { serverUrl, guideUrl: '/guide', troubleshootingUrl: '/help', registryUrl: '/exercises/registry.json' };
}

function visit(url: string) {
  (window as unknown as { happyDOM: { setURL(url: string): void } }).happyDOM.setURL(url);
}

interface OpenOptions {
  readonly contentUrl?: string;
  readonly onNavigate?: (entry: { id: string }) => void;
}

function open(serverUrl: string, { contentUrl, onNavigate }: OpenOptions = {}) {
  return render(
    <PracticeProvider options={{ ...options(serverUrl), ...(contentUrl && { contentUrl }) }}>
      <PracticePanel exercise={exercise} theme="light" {...(onNavigate && { onNavigateToExercise: onNavigate })} />
    </PracticeProvider>,
  );
}

async function openTerminal(daemon: PracticeDaemon) {
  const view = open(daemon.url);
  await screen.findByRole('button', { name: 'Check My Work' });
  return view;
}

beforeEach(() => {
  installWebSocket();
  visit('http://localhost:3000/');
  sessionStorage.clear();
  localStorage.clear();
});
afterEach(cleanup);

describe('what is missing', () => {
  it('[practice-environment 1.5 server-not-running] shows how to start the daemon, copies the command and says so', async () => {
    open(`http://127.0.0.1:${await unusedPort()}`);
    const command = 'npx @agent-factory/practice-server';
    expect(await screen.findByText(command)).toBeTruthy();
    const writeText = vi.spyOn(navigator.clipboard, 'writeText').mockResolvedValue();
    fireEvent.click(screen.getByRole('button', { name: `Copy: ${command}` }));
    await eventually(() =>
      expect(screen.getAllByRole('status').map((region) => region.textContent)).toContain('Copied'),
    );
    expect(writeText).toHaveBeenCalledWith(command);
  });

  it('starts the daemon with the address of the exercises where that is not the usual one', async () => {
    const serverUrl = `http://127.0.0.1:${await unusedPort()}`;
    open(serverUrl, { contentUrl: 'http://localhost:3000/course' });
    const command = 'npx @agent-factory/practice-server --content http://localhost:3000/course';
    expect(await screen.findByText(command)).toBeTruthy();
  });

  it('takes the origin of the page where the site does not say where its exercises are', async () => {
    visit('http://127.0.0.1:4000/course/lesson');
    open(`http://127.0.0.1:${await unusedPort()}`);
    const command = 'npx @agent-factory/practice-server --content http://127.0.0.1:4000';
    expect(await screen.findByText(command)).toBeTruthy();
  });

  it('[practice-environment 4.1 start-card] opens the guides in a tab of their own, and says so', async () => {
    open(`http://127.0.0.1:${await unusedPort()}`);
    const link = await screen.findByRole('link', { name: 'Set-up guide (opens in a new tab)' });
    expect([link.getAttribute('href'), link.getAttribute('target')]).toEqual(['/guide', '_blank']);
    expect(screen.getByRole('link', { name: 'Troubleshooting (opens in a new tab)' })).toBeTruthy();
  });

  it('[practice-environment 1.5 tmux-missing] shows the one next step and goes on by itself once it is done', async () => {
    const next = {
      dependency: 'tmux',
      reason: 'tmux_not_found',
      title: 'Install tmux',
      message: 'It keeps terminals.',
      commands: ['brew install tmux'],
    };
    await using daemon = await startPracticeDaemon({
      health: health({ healthy: false, reason: 'tmux_not_found', next }),
    });
    open(daemon.url);
    expect(await screen.findByText('brew install tmux')).toBeTruthy();
    expect(daemon.requests).not.toContain('POST /exercises/start');
    daemon.answers.health = health();
    expect(await screen.findByRole('button', { name: 'Check My Work' })).toBeTruthy();
  });

  it('[practice-environment 1.5 agent-missing] [practice-environment 4.1 targeted] shows the install command the daemon names', async () => {
    const commands = ['npm install -g @anthropic-ai/claude-code'];
    const next = {
      dependency: 'claude',
      reason: 'claude_not_found',
      title: 'Install Claude Code',
      message: 'It is your tutor.',
      commands,
    };
    await using daemon = await startPracticeDaemon({ health: health({ healthy: false, next }) });
    open(daemon.url);
    expect(await screen.findByText('npm install -g @anthropic-ai/claude-code')).toBeTruthy();
  });

  it('shows a program the exercise needs as the next step, and opens once the daemon finds it', async () => {
    const body = {
      error: 'dependency_missing',
      message: 'python3 is required.',
      missing: 'python3',
      reason: 'python3_not_found',
      title: 'Install python3',
      commands: ['sudo apt-get install -y python3'],
    };
    await using daemon = await startPracticeDaemon({ start: { status: 503, body } });
    open(daemon.url);
    const heading = await screen.findByRole('heading', { name: 'Install python3' });
    expect(screen.getByText('sudo apt-get install -y python3')).toBeTruthy();
    expect(screen.getByText(/Waiting for python3/)).toBeTruthy();
    expect(screen.queryByRole('button', { name: 'Try again' })).toBeNull();
    await eventually(() => expect(daemon.events.readers).toBe(1));
    daemon.events.tell({ type: 'health_changed', data: { healthy: true } });
    await eventually(() => expect(daemon.starts).toHaveLength(2));
    expect(heading.isConnected).toBe(true); // a start in between that showed anything else would have replaced it
    daemon.answers.start = { status: 200, body: started() };
    daemon.events.tell({ type: 'health_changed', data: { healthy: true } });
    expect(await screen.findByRole('button', { name: 'Check My Work' })).toBeTruthy();
    expect(daemon.starts).toHaveLength(3);
  });

  it('asks to update a daemon of an older protocol', async () => {
    await using daemon = await startPracticeDaemon({ health: health({ protocolVersion: 0 }) });
    open(daemon.url);
    expect(await screen.findByText('npx @agent-factory/practice-server@latest')).toBeTruthy();
  });
});

describe('a start that fails', () => {
  it('[practice-environment 1.5 exercise-missing] says that the exercise is not available', async () => {
    await using daemon = await startPracticeDaemon({
      start: { status: 404, body: { error: 'exercise_not_found', message: 'No.' } },
    });
    open(daemon.url);
    expect((await screen.findAllByText("This exercise isn't available yet.")).length).toBeGreaterThan(0);
    expect(screen.getByText('Check back after updating.')).toBeTruthy();
  });

  it('shows the command that failed and what it printed, and tries again when asked', async () => {
    const body = {
      error: 'setup_failed',
      message: 'It ended with 1.',
      command: 'make',
      exitCode: 1,
      output: 'no rule',
    };
    await using daemon = await startPracticeDaemon({ start: { status: 500, body } });
    open(daemon.url);
    expect((await screen.findByText(/\$ make/)).textContent).toBe('$ make\nno rule');
    daemon.answers.start = { status: 200, body: started() };
    fireEvent.click(screen.getByRole('button', { name: 'Try again' }));
    await screen.findByRole('button', { name: 'Check My Work' });
  });

  it.each(['content_unreachable', 'content_invalid', 'storage_full', 'dependency_missing', 'internal'])(
    'has words for %s beside the message of the daemon',
    async (error) => {
      const body = { error, message: `Details of ${error}.`, commands: ['fix it'] };
      await using daemon = await startPracticeDaemon({ start: { status: 500, body } });
      open(daemon.url);
      expect(await screen.findByText(`Details of ${error}.`)).toBeTruthy();
      expect(screen.getByText('fix it')).toBeTruthy();
    },
  );
});

describe('Check My Work', () => {
  it('[practice-environment 1.3 verification] [practice-environment 4.2 check-again] [practice-environment 7.1 checklist] lists each criterion with its state in words, its message and its hint', async () => {
    await using daemon = await startPracticeDaemon({ verify: failed });
    await openTerminal(daemon);
    fireEvent.click(screen.getByRole('button', { name: 'Check My Work' }));
    const results = await screen.findByRole('region', { name: 'Check My Work' });
    await within(results).findByText('1 of 2 criteria met');
    expect(
      within(results)
        .getAllByRole('listitem')
        .map((row) => row.textContent),
    ).toEqual(['The file existsPassed', 'It greetsNot yetIt printed nothing.HintLook at main().']);
  });

  it("calls a check that broke the check's problem", async () => {
    const error = { code: 'check_crashed', message: 'The check crashed.' } as const;
    await using daemon = await startPracticeDaemon({
      verify: { complete: false, status: 'error', criteria: [], durationMs: 1, error, output: 'Traceback' },
    });
    await openTerminal(daemon);
    fireEvent.click(screen.getByRole('button', { name: 'Check My Work' }));
    expect(await screen.findByText('This says nothing about your work. The check crashed.')).toBeTruthy();
  });

  it('[practice-environment 1.3 completion] [practice-environment 4.2 celebrate] [practice-environment 4.4 event] celebrates, tells the page once, and offers to finish', async () => {
    await using daemon = await startPracticeDaemon({ verify: passed });
    const told = vi.fn();
    const listen = (event: Event) => told((event as CustomEvent).detail);
    window.addEventListener(COMPLETED_EVENT, listen);
    await openTerminal(daemon);
    fireEvent.click(screen.getByRole('button', { name: 'Check My Work' }));
    await screen.findByText('All 1 criteria met');
    expect(screen.getAllByText('+150 XP').length).toBeGreaterThan(0);
    fireEvent.click(screen.getByRole('button', { name: 'Check My Work' }));
    await eventually(() => expect(daemon.requests.filter((line) => line.includes('/verify?checkId='))).toHaveLength(2));
    expect(told.mock.calls).toEqual([[{ exerciseId: exercise.id, xp: 150, first: true }]]);
    window.removeEventListener(COMPLETED_EVENT, listen);
    fireEvent.click(screen.getByRole('button', { name: 'Finish' }));
    const again = await screen.findByRole('button', { name: 'Open it again' });
    expect(document.activeElement).toBe(again);
  });

  it('celebrates an exercise that is done again, and offers to finish only then', async () => {
    const before = summary({ status: 'running', running: true, completedAt: '2026-01-05T10:00:00.000Z' });
    await using daemon = await startPracticeDaemon({
      verify: passed,
      exercises: [before],
      sessions: [session('ch33-agent-loop')],
    });
    const told = vi.fn();
    const listen = (event: Event) => told((event as CustomEvent).detail);
    window.addEventListener(COMPLETED_EVENT, listen);
    await openTerminal(daemon);
    // By then, the page also knows where the exercise stands.
    await screen.findByRole('button', { name: /Active\s*1/ });
    expect(screen.queryByRole('button', { name: 'Finish' })).toBeNull();
    fireEvent.click(screen.getByRole('button', { name: 'Check My Work' }));
    expect(await screen.findByRole('button', { name: 'Finish' })).toBeTruthy();
    expect(told.mock.calls).toEqual([[{ exerciseId: exercise.id, xp: 150, first: false }]]);
    window.removeEventListener(COMPLETED_EVENT, listen);
  });

  it('offers to finish a resumed session of a completed exercise', async () => {
    const start = { status: 200, body: started({ status: 'resumed' }) };
    await using daemon = await startPracticeDaemon({ start, exercises: [summary({ status: 'completed' })] });
    await openTerminal(daemon);
    expect(await screen.findByRole('button', { name: 'Finish' })).toBeTruthy();
  });
});

describe('the toolbar', () => {
  it('[practice-environment 1.2 destroy] resets only after a confirmation, and says where the work went', async () => {
    await using daemon = await startPracticeDaemon();
    await openTerminal(daemon);
    fireEvent.click(screen.getByRole('button', { name: 'Reset…' }));
    fireEvent.click(screen.getByRole('button', { name: 'Keep working' }));
    expect(daemon.requests).not.toContain('POST /exercises/reset');
    fireEvent.click(screen.getByRole('button', { name: 'Reset…' }));
    fireEvent.click(screen.getByRole('button', { name: 'Reset exercise' }));
    expect(await screen.findByText('/archive/first')).toBeTruthy();
    expect(daemon.requests.filter((line) => line.endsWith('/start'))).toHaveLength(2);
  });

  it('[practice-environment 1.6 indicator] [practice-environment 1.6 warning] lists what runs, leads there, and warns beyond three', async () => {
    const ids = [exercise.id, 'ch33-agent-loop', 'ch34-agent-tools', 'ch35-memory'];
    await using daemon = await startPracticeDaemon({
      sessions: ids.map(session),
      exercises: [summary(), summary({ id: 'ch33-agent-loop', title: 'The agent loop' })],
    });
    const onNavigate = vi.fn();
    open(daemon.url, { onNavigate });
    fireEvent.click(await screen.findByRole('button', { name: /Active\s*4/ }));
    expect(screen.getByText(/about 200 MB/)).toBeTruthy();
    fireEvent.click(screen.getByRole('button', { name: 'The agent loop' }));
    expect(onNavigate.mock.calls[0]?.[0]).toMatchObject({ id: 'ch33-agent-loop' });
  });

  it('[practice-environment 1.5 not-signed-in] shows how to sign in, and an update with the files it kept', async () => {
    const notices = [{ code: 'not_signed_in' as const, message: 'Sign in first.', commands: ['claude auth login'] }];
    const update = { from: '1.0.0', to: '1.1.0', updated: ['CLAUDE.md'], added: [], removed: [], kept: ['agent.py'] };
    await using daemon = await startPracticeDaemon({ start: { status: 200, body: started({ notices, update }) } });
    await openTerminal(daemon);
    expect(screen.getByText('claude auth login')).toBeTruthy();
    expect(screen.getByText('agent.py')).toBeTruthy();
  });
});

describe('leaving', () => {
  it('asks the daemon nothing more once the panel is gone', async () => {
    await using daemon = await startPracticeDaemon({ health: health({ healthy: false, reason: 'odd' }) });
    const view = open(daemon.url);
    await screen.findByText('npx @agent-factory/practice-server doctor');
    await eventually(() => expect(daemon.events.readers).toBe(1));
    view.unmount();
    await eventually(() => expect(daemon.events.readers).toBe(0));
    const asked = daemon.requests.length;
    await new Promise((resolve) => setTimeout(resolve, 2500)); // longer than between two looks for a daemon
    expect(daemon.requests.length).toBe(asked);
  });
});
