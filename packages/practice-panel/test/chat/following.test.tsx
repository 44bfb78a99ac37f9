// @vitest-environment happy-dom
import type { ToolCallDetail } from '@agent-factory/protocol/conversations';
import { cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { ChatPanel, type ChatPanelProps, PracticeProvider } from '../../src/index.js';
import { question, runStarted, startChatDaemon } from '../support/chat-daemon.js';

const subject = { kind: 'exercise', exerciseId: 'first-agent' } as const;
const TERMINAL = { agent: 'claude', agentName: 'Claude Code' } as const;

// The first chat is loaded with all that draws it, which takes a second on a busy machine.

beforeEach(() => {
  localStorage.clear();
  (window as unknown as { happyDOM: { setURL(url: string): void } }).happyDOM.setURL('http://localhost:3000/');
});
afterEach(() => {
  vi.useRealTimers();
  cleanup();
});

function Page({ url, ...props }: { url: string } & Partial<ChatPanelProps>) {
  const options = { guideUrl: '/guide', troubleshootingUrl: '/help', registryUrl: '/registry.json', serverUrl: url };
  return (
    <PracticeProvider options={options}>
      <ChatPanel subject={subject} title="First agent" theme="light" isActive offline={() => null} {...props} />
    </PracticeProvider>
  );
}

describe('a chat beside a terminal in which an agent is', { timeout: 30_000 }, () => {
  test('offers to follow it, shows what it does there and can stop it', async () => {
    await using daemon = await startChatDaemon();
    daemon.terminal = TERMINAL;
    render(<Page url={daemon.url} />);
    fireEvent.click(await screen.findByRole('button', { name: 'Follow the terminal' }));
    await screen.findByRole('button', { name: 'Continue in chat' });
    expect(screen.queryByRole('textbox')).toBeNull();
    expect(screen.queryByRole('button', { name: 'Stop' })).toBeNull();
    await waitFor(() => expect(screen.queryByRole('button', { name: 'Follow the terminal' })).toBeNull());

    const id = daemon.terminal?.conversationId ?? '';
    await waitFor(() => expect(daemon.readers(id)).toBe(1));
    const edit: ToolCallDetail = { toolCallId: 't', kind: 'edit', paths: ['agent.py'], status: 'running' };
    daemon.log(
      id,
      ...[runStarted('r'), ...question('call it Nova')],
      { type: 'TOOL_CALL_START', toolCallId: 't', toolCallName: 'Edit' },
      { type: 'CUSTOM', name: 'tool_call_detail', value: edit },
    );
    // Nobody tells whether it waits for the student: an edit that is not done does.
    await screen.findByRole('group', { name: 'Wants to edit agent.py: Running' });
    fireEvent.click(screen.getByRole('button', { name: 'Stop' }));
    await waitFor(() =>
      expect(daemon.requests.map(({ name }) => name)).toContain(`POST /conversations/${id}/interrupt`),
    );
    expect(daemon.requests.filter(({ name }) => name.endsWith('/hand-over'))).toEqual([]);
  });

  test('follows it at once if the student came for that', async () => {
    await using daemon = await startChatDaemon();
    daemon.terminal = TERMINAL;
    render(<Page url={daemon.url} wish={{ number: 1, kind: 'follow' }} />);
    await screen.findByRole('button', { name: 'Continue in chat' });
    expect(daemon.requests.filter(({ name }) => name.startsWith('POST'))).toEqual([
      { name: 'POST /conversations', body: { subject, fromTerminal: true } },
    ]);
  });

  test('hears of one that opens later, and of one that ends', async () => {
    await using daemon = await startChatDaemon();
    const view = render(<Page url={daemon.url} hasTerminal={false} />);
    await screen.findByRole('textbox');
    daemon.terminal = TERMINAL;
    view.rerender(<Page url={daemon.url} hasTerminal />);
    await screen.findByRole('button', { name: 'Follow the terminal' });
    daemon.terminal = undefined;
    view.rerender(<Page url={daemon.url} hasTerminal={false} />);
    await waitFor(() => expect(screen.queryByRole('button', { name: 'Follow the terminal' })).toBeNull());
  });

  test('hears of an agent that writes down late what it says', async () => {
    await using daemon = await startChatDaemon();
    render(<Page url={daemon.url} hasTerminal />);
    await screen.findByRole('textbox');
    await waitFor(() => expect(daemon.requests.some(({ name }) => name.startsWith('GET /conversations'))).toBe(true));
    daemon.terminal = TERMINAL;
    await screen.findByRole('button', { name: 'Follow the terminal' }, { timeout: 15_000 });
  });

  test.each([
    ['an agent is there', { hasTerminal: true }, true],
    ['there is no terminal', { hasTerminal: false }, false],
    ['another panel tab is in front', { hasTerminal: true, isActive: false }, false],
  ])('looks for none where %s', async (_, props, isThere) => {
    vi.useFakeTimers({ shouldAdvanceTime: true });
    await using daemon = await startChatDaemon();
    daemon.terminal = isThere ? TERMINAL : undefined;
    const view = render(<Page url={daemon.url} hasTerminal={props.hasTerminal} />);
    if (isThere) await screen.findByRole('button', { name: 'Follow the terminal' });
    else await screen.findByRole('textbox');
    view.rerender(<Page url={daemon.url} {...props} />);
    const asked = () => daemon.requests.filter(({ name }) => name === 'GET /conversations').length;
    await waitFor(() => expect(asked()).toBeGreaterThan(0));
    const before = asked();
    // A terminal in which one is awaited is looked at again after a second, three, and seven.
    await vi.advanceTimersByTimeAsync(10_000);
    vi.useRealTimers();
    // What was asked before this is known by then.
    for (let count = 0; count < 3; count += 1) await fetch(`${daemon.url}/health`);
    expect(asked()).toBe(before);
  });

  test('says why there is nothing to follow, where that is so by then', async () => {
    await using daemon = await startChatDaemon();
    daemon.terminal = TERMINAL;
    render(<Page url={daemon.url} />);
    const follow = await screen.findByRole('button', { name: 'Follow the terminal' });
    daemon.refuse('POST /conversations', 409, { error: 'agent_unsupported', message: 'Nothing to continue.' });
    fireEvent.click(follow);
    await screen.findByText('Nothing to continue.');
    expect(screen.getByRole('textbox')).toBeTruthy();
  });
});
