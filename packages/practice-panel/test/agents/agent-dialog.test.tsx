// @vitest-environment happy-dom
import type { AgentSummary } from '@agent-factory/protocol/agents';
import { cleanup, fireEvent, render, screen, waitFor, within } from '@testing-library/react';
import { afterEach, describe, expect, test } from 'vitest';
import { agentsOf } from '../../src/client/agents/agents-of.js';
import { PracticeProvider } from '../../src/index.js';
import { AgentDialog } from '../../src/react/agents/AgentDialog.js';
import type { AgentUse } from '../../src/react/agents/agent-words.js';
import { usePracticeClient } from '../../src/react/context.js';
import { ABILITIES, agent, type ChatDaemon, startChatDaemon } from '../support/chat-daemon.js';

afterEach(cleanup);

const step = (name: string, command: string) => ({
  dependency: name,
  reason: `${name}_x`,
  title: name,
  message: `What ${name} needs.`,
  commands: [command],
});

const MISSING = agent({ id: 'codex', name: 'Codex', installed: false, next: step('codex', 'npm install codex') });
const OLD = agent({
  id: 'gemini',
  name: 'Gemini CLI',
  version: '0.30.0',
  tooOld: { chat: { needs: '0.33.0', next: step('gemini', 'npm install gemini') } },
});

function Dialog({ use }: { readonly use: AgentUse }) {
  const { server } = usePracticeClient();
  return (
    <AgentDialog
      choices={agentsOf(server)}
      use={use}
      consequence="It is next."
      onClose={() => {}}
      onSwitch={() => {}}
    />
  );
}

async function open(daemon: ChatDaemon, use: AgentUse, agents: readonly AgentSummary[]) {
  daemon.agents = { ...daemon.agents, agents: [...agents] };
  const options = { serverUrl: daemon.url, guideUrl: '/g', troubleshootingUrl: '/t', registryUrl: '/r.json' };
  render(
    <PracticeProvider options={options}>
      <Dialog use={use} />
    </PracticeProvider>,
  );
  const dialog = within(await screen.findByRole('dialog', { name: 'Choose your agent' }));
  await dialog.findByRole('radio', { name: agents[0]?.name ?? '' });
  return {
    dialog,
    row: (name: string) => dialog.getByRole('radio', { name }).closest('li') as HTMLElement,
    choose: (name: string) => fireEvent.click(dialog.getByRole('radio', { name })),
    use: dialog.getByRole('button', { name: 'Use it' }),
  };
}

const choices = ({ requests }: ChatDaemon) => requests.filter(({ name }) => name === 'POST /agents/choose');

/** The words that a screen reader says of an element beside its name. */
function describedBy(element: HTMLElement): string {
  const ids = element.getAttribute('aria-describedby')?.split(' ') ?? [];
  return ids
    .map((id) => document.getElementById(id)?.textContent)
    .join(' ')
    .trim();
}

describe('an agent that cannot start', () => {
  test('shows its next step before it is chosen, and once chosen cannot be confirmed, with the reason', async () => {
    await using daemon = await startChatDaemon();
    const { row, choose, use } = await open(daemon, 'chat', [agent(), MISSING]);
    expect(within(row('Codex')).getByText('npm install codex')).toBeTruthy();
    expect(use.getAttribute('aria-disabled')).toBe('false');
    choose('Codex');
    expect(use.getAttribute('aria-disabled')).toBe('true');
    expect(describedBy(use)).toMatch(/^Codex is not installed yet/);
    expect(screen.queryByText('It is next.')).toBeNull();
    fireEvent.click(use);
    choose('Claude Code');
    expect([use.getAttribute('aria-disabled'), describedBy(use)]).toEqual(['false', '']);
    fireEvent.click(use);
    await waitFor(() => expect(choices(daemon).map(({ body }) => body)).toEqual([{ agent: 'claude' }]));
  });

  test('because it is too old for the chat alone can be chosen for the terminal', async () => {
    await using daemon = await startChatDaemon();
    const { row, choose, use } = await open(daemon, 'chat', [agent(), OLD]);
    expect(within(row('Gemini CLI')).getByText('too old: 0.30.0; needs 0.33.0')).toBeTruthy();
    expect(within(row('Gemini CLI')).getByText('npm install gemini')).toBeTruthy();
    choose('Gemini CLI');
    expect(describedBy(use)).toMatch(/has to be updated first/);
    cleanup();
    const terminal = await open(daemon, 'terminal', [agent(), OLD]);
    expect(within(terminal.row('Gemini CLI')).getByText('version 0.30.0, signed in')).toBeTruthy();
    terminal.choose('Gemini CLI');
    expect(terminal.use.getAttribute('aria-disabled')).toBe('false');
  });
});

test('an agent that is too old where it is used is updated first; elsewhere it only wants its sign-in', async () => {
  await using daemon = await startChatDaemon();
  const both = { ...OLD, signedIn: false, next: step('sign-in', 'gemini') };
  const chat = await open(daemon, 'chat', [agent(), both]);
  expect(within(chat.row('Gemini CLI')).getByText('npm install gemini')).toBeTruthy();
  expect(within(chat.row('Gemini CLI')).queryByText('gemini')).toBeNull();
  cleanup();
  const terminal = await open(daemon, 'terminal', [agent(), both]);
  expect(within(terminal.row('Gemini CLI')).getByText('gemini')).toBeTruthy();
  expect(within(terminal.row('Gemini CLI')).queryByText('npm install gemini')).toBeNull();
});

describe('an agent of which nobody knows whether the student is signed in', () => {
  test('is not shown as ready, says so, and how to sign in', async () => {
    await using daemon = await startChatDaemon();
    const { signedIn: _, ...unknown } = agent({ name: 'Gemini CLI', signInHelp: step('gemini', 'gemini') });
    const { row } = await open(daemon, 'chat', [unknown]);
    const state = within(row('Gemini CLI')).getByText('version 2.1.0, sign-in not known');
    expect(state.dataset.ready).toBe('false');
    expect(within(row('Gemini CLI')).getByText('What gemini needs.')).toBeTruthy();
  });
});

describe('what an agent cannot do', () => {
  const able = agent();
  const less = agent({ id: 'cursor', name: 'Cursor', chat: { ...ABILITIES, handOver: false, cost: false } });
  const own = agent({
    id: 'mine',
    name: 'Mine',
    isCustom: true,
    chat: { interrupt: true, handOver: false, cost: false },
  });

  test('as a chat is said in one line beside it, and nothing where it can do all', async () => {
    await using daemon = await startChatDaemon();
    const { dialog } = await open(daemon, 'chat', [able, less, own]);
    const said = (name: RegExp) => describedBy(dialog.getByRole('radio', { name }));
    expect(said(/Claude/)).toBe('version 2.1.0, signed in');
    expect(said(/Cursor/)).toContain('Cannot go on in a terminal. Does not tell what it costs.');
    expect(said(/Mine/)).toContain(
      'May act without asking. May forget a conversation that has rested. Cannot go on in a terminal. Does not tell what it costs.',
    );
  });

  test('in the terminal is another line', async () => {
    await using daemon = await startChatDaemon();
    const { chat: _, ...shell } = agent({ id: 'shell', name: 'Shell' });
    const { dialog } = await open(daemon, 'terminal', [able, less, own, shell]);
    const said = (name: RegExp) => describedBy(dialog.getByRole('radio', { name }));
    expect([said(/Claude/), said(/Shell/)]).toEqual(['version 2.1.0, signed in', 'version 2.1.0, signed in']);
    expect(said(/Cursor/)).toContain('Cannot go on in the chat.');
    expect(said(/Mine/)).toContain('Begins a new conversation each time. Cannot go on in the chat.');
  });
});
