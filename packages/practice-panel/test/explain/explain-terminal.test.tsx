// @vitest-environment happy-dom
import { act, cleanup, fireEvent, render, screen, waitFor, within } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { PracticePanel, type PracticePanelProps, PracticeProvider } from '../../src/index.js';
import { eventually } from '../support/eventually.js';
import { selection } from '../support/mounted-terminal.js';
import { type Answers, startPracticeDaemon } from '../support/practice-daemon.js';
import { exercise, health, started } from '../support/samples.js';
import { installWebSocket, TerminalDaemon } from '../support/terminal-daemon.js';
import { ANSWER, NO_KEY } from './mind-daemon.js';

vi.mock('../../src/react/terminal/load-terminal.js', async () => ({
  preloadTerminal: () => {},
  loadTerminal: (await import('../support/mounted-terminal.js')).loadScreenlessTerminal,
}));

const SITE = { guideUrl: '/guide', troubleshootingUrl: '/help', registryUrl: '/registry.json' };
const ERROR = { text: 'Errno 2', around: '$ python3 a.py\n[Errno 2]', isLow: false };
const PLACE = { x: 20, y: 30, height: 400 };
const WITH_COACH = health({ capabilities: { coach: {} } });

/** The panel with its terminal, of a server that has a coach unless it is said otherwise. */
async function openPanel(props: Partial<PracticePanelProps> = {}, answers: Partial<Answers> = {}) {
  const terminal = await TerminalDaemon.start();
  const daemon = await startPracticeDaemon({
    health: WITH_COACH,
    start: { status: 200, body: started({ wsUrl: terminal.url }) },
    explain: { status: 200, body: ANSWER },
    ...answers,
  });
  const view = render(
    <PracticeProvider options={{ ...SITE, serverUrl: daemon.url }}>
      <PracticePanel exercise={exercise} theme="light" {...props} />
    </PracticeProvider>,
  );
  const peer = await terminal.peer();
  peer.send({ type: 'attached', role: 'writer', cols: 80, rows: 24 });
  await eventually(() => expect(document.activeElement?.tagName).toBe('TEXTAREA'));
  return {
    daemon,
    explained: () => daemon.bodies.filter(({ path }) => path === '/coach/explain').map(({ body }) => body),
    async [Symbol.asyncDispose]() {
      view.unmount();
      await daemon[Symbol.asyncDispose]();
      await terminal[Symbol.asyncDispose]();
    },
  };
}

const select = (text = ERROR) => act(() => selection.select(text, PLACE));
const pill = () => screen.queryByRole('button', { name: 'Explain this' });
const card = () => screen.queryByRole('region', { name: 'Explanation' });
const pressKey = () => fireEvent.keyDown(document.activeElement as Element, { code: 'KeyX' });
const spoken = () => screen.getAllByRole('status').map(({ textContent }) => textContent);

beforeEach(() => {
  installWebSocket();
  (window as unknown as { happyDOM: { setURL(url: string): void } }).happyDOM.setURL('http://localhost:3000/');
  sessionStorage.clear();
});
afterEach(() => {
  cleanup();
  selection.clear();
});

describe('what is marked in the terminal', () => {
  it('[coach explain-terminal] is explained after a click on the button beside it, and nothing is sent before', async () => {
    await using panel = await openPanel();
    expect(pill()).toBeNull();
    select();
    const button = pill() as HTMLElement;
    expect(button.title).toContain('sends what is marked, and what is around it, to a model');
    expect(panel.explained()).toEqual([]);
    fireEvent.click(button);
    expect(within(card() as HTMLElement).getByText('The coach reads it.')).toBeTruthy();
    expect([card()?.getAttribute('aria-busy'), pill()]).toEqual(['true', null]);
    await screen.findByText('Explained');
    const { text: selectedText, around: surroundingContext } = ERROR;
    const asked = { projectId: exercise.id, source: 'terminal', path: 'Terminal', selectedText, surroundingContext };
    expect(panel.explained()).toEqual([asked]);
  });

  it('[coach explain-terminal] is told as text, with its step and what belongs to it; files lead to the editor', async () => {
    const onShowPlace = vi.fn();
    await using _ = await openPanel({ onShowPlace });
    select();
    pressKey();
    await screen.findByText('Explained');
    const words = card()?.textContent;
    for (const part of [ERROR.text, ANSWER.explanation, ANSWER.analogy, ANSWER.phaseConnection, ...ANSWER.keyConcepts])
      expect(words).toContain(part);
    expect(card()?.querySelector('b')).toBeNull();
    fireEvent.click(screen.getByRole('button', { name: 'agent.py' }));
    expect(onShowPlace).toHaveBeenCalledWith({ path: 'agent.py', line: 1 });
  });

  it('[coach explain-terminal] leaves the keyboard in the terminal; the same key goes to the card, and Escape comes back', async () => {
    await using _ = await openPanel();
    const terminal = document.activeElement;
    select();
    pressKey();
    await screen.findByText('Explained');
    expect(document.activeElement).toBe(terminal);
    expect(spoken().join()).toContain(
      'The coach has explained it. It is just above the terminal; Ctrl+Shift+X goes there.',
    );
    act(() => selection.clear());
    pressKey();
    expect(document.activeElement).toBe(card());
    fireEvent.keyDown(card() as Element, { key: 'Escape' });
    expect([card(), document.activeElement]).toEqual([null, terminal]);
  });

  it('says what to do where nothing is marked', async () => {
    await using panel = await openPanel();
    pressKey();
    expect(spoken().join()).toContain('Mark something in the terminal first');
    expect([card(), panel.explained()]).toEqual([null, []]);
  });

  it('is explained from the menu, too, which names the key', async () => {
    await using panel = await openPanel();
    select();
    fireEvent.click(screen.getByRole('button', { name: 'More' }));
    const entry = screen.getByRole('button', { name: 'Explain what is marked' });
    expect(entry.parentElement?.textContent).toContain('Ctrl+Shift+X');
    fireEvent.click(entry);
    await screen.findByText('Explained');
    expect(panel.explained()).toHaveLength(1);
  });

  it('[coach explain-terminal] is not explained without a key: the card says so and opens the dashboard', async () => {
    const onShowDashboard = vi.fn();
    await using panel = await openPanel({ onShowDashboard }, { explain: { status: 503, body: NO_KEY } });
    select();
    pressKey();
    await screen.findByText('Not explained');
    screen.getByText(NO_KEY.message);
    fireEvent.click(screen.getByRole('button', { name: 'Open your dashboard' }));
    expect(onShowDashboard).toHaveBeenCalledOnce();
    panel.daemon.answers.explain = { status: 200, body: ANSWER };
    fireEvent.click(screen.getByRole('button', { name: 'Try again' }));
    await screen.findByText('Explained');
  });

  it('names the command for the settings where the site shows no dashboard', async () => {
    await using _ = await openPanel({}, { explain: { status: 503, body: NO_KEY } });
    select();
    pressKey();
    await screen.findByText('practice-server dashboard');
    expect(screen.queryByRole('button', { name: 'Open your dashboard' })).toBeNull();
  });

  it('is not offered by a server without a coach', async () => {
    await using panel = await openPanel({ onShowDashboard() {} }, { health: health() });
    select();
    pressKey();
    fireEvent.click(screen.getByRole('button', { name: 'More' }));
    expect([pill(), screen.queryByRole('button', { name: 'Explain what is marked' })]).toEqual([null, null]);
    expect(screen.queryByRole('button', { name: 'Your dashboard' })).toBeNull();
    expect(panel.explained()).toEqual([]);
  });
});

it('[coach dashboard-panel] the menu leads to the dashboard of a site that has one', async () => {
  const onShowDashboard = vi.fn();
  await using _ = await openPanel({ onShowDashboard });
  fireEvent.click(await waitFor(() => screen.getByRole('button', { name: 'More' })));
  fireEvent.click(screen.getByRole('button', { name: 'Your dashboard' }));
  expect(onShowDashboard).toHaveBeenCalledOnce();
});
