// @vitest-environment happy-dom
import { cleanup, fireEvent, render, screen, waitFor, within } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { ChatPanel, type ChatPanelProps, PracticeProvider } from '../../src/index.js';
import { agent, type ChatDaemon, question, runFinished, startChatDaemon } from '../support/chat-daemon.js';

const subject = { kind: 'lesson', path: '34/first-agent', title: 'Your first agent' } as const;
const lesson = { path: subject.path, title: subject.title, section: 'The loop', getText: () => 'All of it.' };
const beginnings = [
  { label: 'Teach me this lesson', text: 'Teach me the lesson step by step.' },
  { label: 'Explain what I selected', text: 'Explain what I selected' },
];

// The first chat is loaded with all that draws it, which takes seconds on a busy machine.
vi.setConfig({ testTimeout: 30_000 });

beforeEach(() => {
  localStorage.clear();
  sessionStorage.clear();
  (window as unknown as { happyDOM: { setURL(url: string): void } }).happyDOM.setURL('http://localhost:3000/');
});
afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

function open({ url }: ChatDaemon, props: Partial<ChatPanelProps> = {}) {
  const options = { guideUrl: '/guide', troubleshootingUrl: '/help', registryUrl: '/r.json', serverUrl: url };
  render(
    <PracticeProvider options={options}>
      <ChatPanel
        subject={subject}
        title={subject.title}
        theme="light"
        isActive
        lesson={lesson}
        beginnings={beginnings}
        offline={() => null}
        {...props}
      />
    </PracticeProvider>,
  );
}

const list = () => screen.findByRole('list', { name: 'Ways to begin' });
const sent = ({ requests }: ChatDaemon) =>
  requests.filter(({ name }) => name.endsWith('/messages')).map(({ body }) => body);

describe('a chat in which nothing was said', () => {
  test('offers ways to begin, sends the one that is pressed with what the student sees, and offers no more', async () => {
    await using daemon = await startChatDaemon();
    const onSelectionUsed = vi.fn();
    open(daemon, { selection: 'a loop', onSelectionUsed });
    const words = within(await list()).getAllByRole('button');
    expect(words.map(({ textContent }) => textContent)).toEqual(beginnings.map(({ label }) => label));
    fireEvent.click(screen.getByRole('button', { name: 'Teach me this lesson' }));
    expect(document.activeElement).toBe(screen.getByRole('textbox', { name: /^Message to/ }));
    expect(await screen.findByText('Teach me the lesson step by step.')).toBeTruthy();
    expect(sent(daemon)).toEqual([
      {
        text: 'Teach me the lesson step by step.',
        context: {
          lesson: { path: subject.path, title: subject.title, text: 'All of it.' },
          section: 'The loop',
          selection: 'a loop',
        },
      },
    ]);
    expect(onSelectionUsed).toHaveBeenCalledOnce();
    expect(screen.queryByRole('list', { name: 'Ways to begin' })).toBeNull();
  });

  test('offers them again where the first message did not arrive', async () => {
    await using daemon = await startChatDaemon();
    const id = daemon.begin({ subject });
    daemon.refuse(`POST /conversations/${id}/messages`, 503, { error: 'agent_failed', message: 'It did not start.' });
    open(daemon);
    fireEvent.click(within(await list()).getByRole('button', { name: 'Teach me this lesson' }));
    expect(await screen.findByText('It did not start.')).toBeTruthy();
    fireEvent.click(within(await list()).getByRole('button', { name: 'Teach me this lesson' }));
    await waitFor(() => expect(sent(daemon)).toHaveLength(2));
  });

  test('sends the one that is pressed once, however often that is', async () => {
    await using daemon = await startChatDaemon();
    open(daemon);
    const button = within(await list()).getByRole('button', { name: 'Teach me this lesson' });
    for (let count = 0; count < 3; count += 1) fireEvent.click(button);
    expect(await screen.findByText('Teach me the lesson step by step.')).toBeTruthy();
    expect(sent(daemon)).toHaveLength(1);
    expect(daemon.requests.filter(({ name }) => name === 'POST /conversations')).toHaveLength(1);
  });

  test('leaves the focus where it is on a screen that is touched: its keyboard would cover the answer', async () => {
    vi.stubGlobal('matchMedia', (query: string) =>
      Object.assign(new EventTarget(), { matches: query === '(pointer: coarse)', media: query }),
    );
    await using daemon = await startChatDaemon();
    open(daemon);
    fireEvent.click(within(await list()).getByRole('button', { name: 'Teach me this lesson' }));
    expect(document.activeElement).not.toBe(screen.getByRole('textbox', { name: /^Message to/ }));
    await screen.findByText('Teach me the lesson step by step.');
  });

  test('says to update the agent, where it is too old for a chat, before anything else that it needs', async () => {
    await using daemon = await startChatDaemon();
    const step = (title: string) => ({ dependency: 'claude', reason: 'x', title, message: title, commands: [] });
    const tooOld = { chat: { needs: '2.0.0', next: step('Update Claude Code') } };
    daemon.agents = { ...daemon.agents, agents: [agent({ signedIn: false, tooOld, next: step('Sign in') })] };
    open(daemon);
    expect(await screen.findByRole('heading', { name: 'Update Claude Code' })).toBeTruthy();
    expect(screen.queryByRole('heading', { name: 'Sign in' })).toBeNull();
    expect(screen.queryByRole('list', { name: 'Ways to begin' })).toBeNull();
  });

  test('says what the agent needs instead, where it needs something', async () => {
    await using daemon = await startChatDaemon();
    const next = { dependency: 'claude', reason: 'x', title: 'Sign in', message: 'Sign in first.', commands: [] };
    daemon.agents = { ...daemon.agents, agents: [agent({ signedIn: false, next } as never)] };
    open(daemon);
    expect(await screen.findByRole('heading', { name: 'Sign in' })).toBeTruthy();
    expect(screen.queryByRole('list', { name: 'Ways to begin' })).toBeNull();
  });
});

test('an earlier conversation opens without any way to begin before it', async () => {
  await using daemon = await startChatDaemon();
  const id = daemon.begin({ subject });
  daemon.log(id, ...question('Hi'), runFinished());
  let wasOffered = false;
  const observer = new MutationObserver(() => {
    wasOffered ||= screen.queryByRole('list', { name: 'Ways to begin' }) !== null;
  });
  observer.observe(document.body, { childList: true, subtree: true });
  open(daemon);
  await screen.findByText('Hi');
  observer.disconnect();
  expect(wasOffered).toBe(false);
});

test('a conversation that has begun offers no way to begin, and its keys are told by its menu', async () => {
  await using daemon = await startChatDaemon();
  const id = daemon.begin({ subject });
  daemon.log(id, ...question('Hi'), runFinished());
  open(daemon);
  await screen.findByText('Hi');
  expect(screen.queryByRole('list', { name: 'Ways to begin' })).toBeNull();
  fireEvent.click(screen.getByRole('button', { name: 'More about this conversation' }));
  fireEvent.click(screen.getByRole('button', { name: 'Keyboard shortcuts' }));
  const dialog = within(await screen.findByRole('dialog', { name: 'Keyboard shortcuts' }));
  for (const key of ['Enter', 'Shift+Enter', '1 to 9', 'Escape']) expect(dialog.getByText(key)).toBeTruthy();
});
