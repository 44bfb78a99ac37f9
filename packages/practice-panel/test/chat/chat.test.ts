// @vitest-environment happy-dom
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { Chat } from '../../src/client/conversations/chat.js';
import { elsewhere, openConversation } from '../../src/client/conversations/chat-state.js';
import { createPracticeClient } from '../../src/index.js';
import { type ChatDaemon, conversation, startChatDaemon } from '../support/chat-daemon.js';
import { eventually } from '../support/eventually.js';

const site = { guideUrl: '/guide', troubleshootingUrl: '/help', registryUrl: '/registry.json' };
const { subject } = conversation('');

beforeEach(() => {
  localStorage.clear();
  (window as unknown as { happyDOM: { setURL(url: string): void } }).happyDOM.setURL('http://localhost:3000/');
});
afterEach(() => vi.unstubAllGlobals());

/** A page that has just been opened. */
async function open(daemon: ChatDaemon): Promise<Chat> {
  const chat = new Chat(subject, createPracticeClient({ ...site, serverUrl: daemon.url }).server);
  await chat.load();
  return chat;
}

const openId = (chat: Chat) => chat.getSnapshot().feed?.id;

/** Keeps the next answer that lists conversations on its way until the returned function is called. */
function holdNextList(): () => void {
  const passOn = fetch;
  let release = () => {};
  const released = new Promise<void>((resolve) => {
    release = resolve;
  });
  let isHeld = false;
  vi.stubGlobal('fetch', async (input: RequestInfo | URL, init?: RequestInit) => {
    const response = await passOn(input, init);
    const isList = /\/conversations(\?|$)/.test(String(input)) && (init?.method ?? 'GET') === 'GET';
    if (!isList || isHeld) return response;
    isHeld = true;
    await released;
    return response;
  });
  return release;
}

/** What the terminal has is learnt, and what this page did meanwhile stays. */
const lists = [
  ['the list', (chat: Chat) => chat.load()],
  ['a look at the terminal', (chat: Chat) => chat.lookAtTerminal()],
] as const;

describe.each(lists)('while %s is on its way', (_, ask) => {
  test('a conversation that is deleted stays away', async () => {
    await using daemon = await startChatDaemon();
    const [stays, goes] = [daemon.begin(), daemon.begin()];
    const chat = await open(daemon);
    const release = holdNextList();
    const asked = ask(chat);
    await chat.remove(goes);
    release();
    await asked;
    expect(chat.getSnapshot().conversations.map(({ id }) => id)).toEqual([stays]);
  });

  test('a conversation that begins stays open, and runs', async () => {
    await using daemon = await startChatDaemon();
    const chat = await open(daemon);
    const release = holdNextList();
    const asked = ask(chat);
    await chat.send({ text: 'Hello' });
    release();
    await asked;
    expect(openConversation(chat.getSnapshot())?.id).toBe(openId(chat));
    expect(chat.getSnapshot().conversations).toHaveLength(1);
  });

  test('what is handed over stays so', async () => {
    await using daemon = await startChatDaemon();
    const id = daemon.begin();
    const chat = await open(daemon);
    const release = holdNextList();
    const asked = ask(chat);
    await chat.handOver('terminal');
    daemon.change(id, { status: 'in_terminal' });
    release();
    await asked;
    expect(openConversation(chat.getSnapshot())?.status).toBe('in_terminal');
  });

  test('what the terminal talks about is learnt all the same', async () => {
    await using daemon = await startChatDaemon();
    const chat = await open(daemon);
    daemon.terminal = { agent: 'claude', agentName: 'Claude Code' };
    await ask(chat);
    expect(chat.getSnapshot().terminal).toEqual({ agent: 'claude', agentName: 'Claude Code' });
  });
});

test('a look at the terminal that fails is not told, and leaves what is known', async () => {
  await using daemon = await startChatDaemon();
  daemon.terminal = { agent: 'claude', agentName: 'Claude Code' };
  const chat = await open(daemon);
  daemon.refuse('GET /conversations', 500, { error: 'internal', message: 'No.' });
  await chat.lookAtTerminal();
  expect(chat.getSnapshot()).toMatchObject({
    problem: undefined,
    terminal: { agent: 'claude', agentName: 'Claude Code' },
    list: 'ready',
  });
});

describe('the conversations about a lesson', () => {
  test('begin with the first message, not before', async () => {
    await using daemon = await startChatDaemon();
    const chat = await open(daemon);
    expect(openId(chat)).toBeUndefined();
    expect(await chat.send({ text: 'Hello' })).toBe(true);
    expect(daemon.requests.filter(({ name }) => name.startsWith('POST')).map(({ name, body }) => [name, body])).toEqual(
      [
        ['POST /conversations', { subject }],
        [`POST /conversations/${openId(chat)}/messages`, { text: 'Hello' }],
      ],
    );
  });

  test('open again after a reload: the one that was open, else the latest', async () => {
    await using daemon = await startChatDaemon();
    const [older, newer] = [daemon.begin(), daemon.begin()];
    const chat = await open(daemon);
    expect(openId(chat)).toBe(newer);
    chat.open(older);
    expect(openId(await open(daemon))).toBe(older);
    chat.openNew();
    expect(openId(await open(daemon))).toBeUndefined();
  });

  test('are all listed, however many the server lists at once', async () => {
    await using daemon = await startChatDaemon();
    daemon.pageSize = 2;
    const ids = Array.from({ length: 4 }, () => daemon.begin()).reverse();
    const chat = await open(daemon);
    expect(chat.getSnapshot().conversations.map(({ id }) => id)).toEqual(ids);
    const asked = daemon.requests.filter(({ name }) => name === 'GET /conversations').map(({ query }) => query);
    expect(asked.map((query) => new URLSearchParams(query).get('before'))).toEqual([null, ids[1], ids[3]]);
  });

  test('keep a draft and what was open for each lesson by itself, also where storage is blocked', async () => {
    await using daemon = await startChatDaemon();
    const chat = await open(daemon);
    chat.memory.draft = 'half a que';
    expect((await open(daemon)).memory.draft).toBe('half a que');
    const { server } = createPracticeClient({ ...site, serverUrl: daemon.url });
    expect(new Chat({ ...subject, path: 'other' } as never, server).memory.draft).toBe('');
    const block = () => {
      throw new Error('blocked');
    };
    vi.stubGlobal('localStorage', { getItem: block, setItem: block, removeItem: block });
    chat.memory.draft = 'half a question';
    expect(chat.memory.draft).toBe('half a question');
  });

  test('say why a message could not be sent, and lose nothing', async () => {
    await using daemon = await startChatDaemon();
    const chat = await open(daemon);
    daemon.refuse('POST /conversations', 503, { error: 'dependency_missing', message: 'Sign in first.' });
    expect(await chat.send({ text: 'Hello' })).toBe(false);
    expect(chat.getSnapshot()).toMatchObject({ task: 'none', problem: { message: 'Sign in first.' } });
    const sending = chat.send({ text: 'Hello' });
    expect(chat.getSnapshot()).toMatchObject({ task: 'sending', problem: undefined });
    expect(await sending).toBe(true);
    expect(chat.getSnapshot().problem).toBeUndefined();
  });

  test('are renamed and deleted; after the open one is deleted, the next message begins another', async () => {
    await using daemon = await startChatDaemon();
    const id = daemon.begin();
    const chat = await open(daemon);
    await chat.rename(id, 'Loops');
    expect(openConversation(chat.getSnapshot())?.title).toBe('Loops');
    await chat.remove(id);
    expect(chat.getSnapshot()).toMatchObject({ conversations: [], feed: undefined });
  });

  test('go to the terminal and come back by their id', async () => {
    await using daemon = await startChatDaemon();
    const id = daemon.begin();
    const chat = await open(daemon);
    await chat.handOver('terminal');
    expect(openConversation(chat.getSnapshot())).toMatchObject({ id, status: 'in_terminal' });
    chat.openNew();
    await chat.takeFromTerminal();
    expect(openId(chat)).toBe(id);
    expect(openConversation(chat.getSnapshot())?.status).toBe('idle');
  });

  test('take up the terminal’s own conversation where none went there', async () => {
    await using daemon = await startChatDaemon();
    const chat = await open(daemon);
    await chat.takeFromTerminal();
    const posts = daemon.requests.filter(({ name }) => name.startsWith('POST'));
    expect(posts).toEqual([
      { name: 'POST /conversations', body: { subject, fromTerminal: true } },
      { name: `POST /conversations/${openId(chat)}/hand-over`, body: { to: 'chat' } },
    ]);
  });

  test('follow what goes on in the terminal, and know which one that is from then on', async () => {
    await using daemon = await startChatDaemon();
    daemon.terminal = { agent: 'claude', agentName: 'Claude Code' };
    daemon.begin();
    const chat = await open(daemon);
    expect(elsewhere(chat.getSnapshot())).toEqual({ agent: 'claude', agentName: 'Claude Code' });
    expect((await chat.followTerminal()).ok).toBe(true);
    expect(openConversation(chat.getSnapshot())?.status).toBe('in_terminal');
    await eventually(() => expect(elsewhere(chat.getSnapshot())).toBeUndefined());
    const followed = openId(chat);
    chat.openNew();
    expect(elsewhere(chat.getSnapshot())).toMatchObject({ conversationId: followed });
    expect(daemon.requests.filter(({ name }) => name.endsWith('/hand-over'))).toEqual([]);
  });

  test('take up nothing from a terminal that has none, and say so', async () => {
    await using daemon = await startChatDaemon();
    const chat = await open(daemon);
    daemon.refuse('POST /conversations', 409, { error: 'agent_unsupported', message: 'Nothing to continue.' });
    const tasks = new Set<string>();
    chat.subscribe(() => tasks.add(chat.getSnapshot().task));
    expect((await chat.takeFromTerminal()).ok).toBe(false);
    expect([...tasks]).toContain('handing_over');
    expect(openId(chat)).toBeUndefined();
    expect(chat.getSnapshot()).toMatchObject({ task: 'none', problem: { message: 'Nothing to continue.' } });
  });

  test('ask rather than complain where the agent is at work in the other form', async () => {
    await using daemon = await startChatDaemon();
    const id = daemon.begin();
    const chat = await open(daemon);
    daemon.refuse(`POST /conversations/${id}/hand-over`, 409, { error: 'agent_busy', message: 'It is at work.' });
    expect(await chat.handOver('terminal')).toMatchObject({ ok: false, error: { error: 'agent_busy' } });
    expect(chat.getSnapshot()).toMatchObject({ task: 'none', problem: undefined });
  });

  test('take back the one that went to the terminal, also on a page that has just been opened', async () => {
    await using daemon = await startChatDaemon();
    const away = daemon.begin({ status: 'in_terminal' });
    daemon.begin();
    const chat = new Chat(subject, createPracticeClient({ ...site, serverUrl: daemon.url }).server);
    expect(await chat.takeFromTerminal()).toMatchObject({ ok: true, value: { id: away, status: 'idle' } });
    expect(openId(chat)).toBe(away);
  });

  test('take back nothing where the server cannot say what the terminal talks about', async () => {
    await using daemon = await startChatDaemon();
    daemon.begin({ status: 'in_terminal' });
    const chat = await open(daemon);
    daemon.refuse('POST /conversations', 503, { error: 'session_failed', message: 'tmux does not answer.' });
    expect((await chat.takeFromTerminal()).ok).toBe(false);
    expect(chat.getSnapshot().problem).toMatchObject({ message: 'tmux does not answer.' });
    expect(daemon.requests.filter(({ name }) => name.endsWith('/hand-over'))).toEqual([]);
  });

  test('are no longer interrupted once something is said', async () => {
    await using daemon = await startChatDaemon();
    daemon.begin({ status: 'interrupted' });
    const chat = await open(daemon);
    await chat.send({ text: 'Please go on.' });
    expect(openConversation(chat.getSnapshot())?.status).toBe('running');
  });

  test('learn how the open one stands when it is asked for anew', async () => {
    await using daemon = await startChatDaemon();
    const id = daemon.begin();
    const chat = await open(daemon);
    daemon.change(id, { status: 'interrupted' });
    await chat.refresh();
    expect(openConversation(chat.getSnapshot())?.status).toBe('interrupted');
  });

  test('grant each wish once', async () => {
    await using daemon = await startChatDaemon();
    const chat = await open(daemon);
    expect([chat.takesWish(3), chat.takesWish(3), chat.takesWish(2), chat.takesWish(4)]).toEqual([
      true,
      false,
      false,
      true,
    ]);
  });
});
