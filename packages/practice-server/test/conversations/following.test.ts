import { execPath } from 'node:process';
import { fileURLToPath } from 'node:url';
import type { TerminalConversation } from '@agent-factory/protocol/conversations';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { Chat, EXERCISE, LESSON, post } from '../fixtures/chat.js';
import { TestDaemon } from '../fixtures/daemon.js';
import { Home } from '../fixtures/machine/home.js';
import { waitUntil } from '../fixtures/wait-until.js';

const FAKE = fileURLToPath(new URL('../fixtures/fake-claude.mjs', import.meta.url));
const AGENT = { run: `exec '${execPath}' '${FAKE}' "$@"` };
const ESCAPE = '\u001b';

let home: Home;
let daemon: TestDaemon;
beforeEach(async () => {
  home = await Home.make();
  daemon = await TestDaemon.open({ home, agent: AGENT });
});
afterEach(async () => {
  await daemon[Symbol.asyncDispose]();
  await home[Symbol.asyncDispose]();
});

/** A session that the student began with Practice, at a tutor that has said something. */
async function practise() {
  const pane = daemon.connect((await daemon.start()).wsUrl);
  await pane.attached();
  await pane.shows('agent is here with');
  return pane;
}

const takeUp = () => post(`${daemon.url}/conversations`, { subject: EXERCISE, fromTerminal: true });

async function inTerminal(query = `?exerciseId=${EXERCISE.exerciseId}`): Promise<TerminalConversation | undefined> {
  return (await daemon.request(`/conversations${query}`, { headers: { Origin: daemon.origin } })).json.terminal;
}

/** Once the agent has a log: it begins it with the first message. */
async function follow(): Promise<Chat> {
  await waitUntil('something to follow', async () => (await inTerminal()) !== undefined);
  return new Chat(daemon.url, (await takeUp()).json.id);
}

describe('what the tutor does in the terminal', () => {
  test('[cli-execution-modes 1.B5 hybrid] is followed beside it, in a session that began there, and ends nothing', async () => {
    const pane = await practise();
    pane.type('hello\r');
    using chat = await follow();
    await chat.until('what was said there', () => chat.answers.includes('heard hello'));
    pane.type('work\r');
    await chat.until('its tool', ({ items }) => items.some(({ kind }) => kind === 'tool'));
    expect(chat.thread).toMatchObject({ runId: expect.any(String) });
    pane.type('\r');
    await chat.until('the end of it', ({ runId }) => runId === undefined && chat.answers.includes('it worked'));
    expect(await chat.conversation()).toMatchObject({
      status: 'in_terminal',
      agent: 'claude',
      usage: { inputTokens: 7, outputTokens: 3 },
    });
    pane.type('still here\r');
    await pane.shows('heard still here');
  });

  test('is one conversation, however many tabs ask for it at once', async () => {
    const pane = await practise();
    pane.type('hello\r');
    await waitUntil('something to follow', async () => (await inTerminal()) !== undefined);
    expect(await inTerminal()).toEqual({ agent: 'claude', agentName: 'Claude Code' });
    const answers = await Promise.all([takeUp(), takeUp(), takeUp()]);
    const [id, ...more] = new Set(answers.map(({ json }) => json.id));
    expect(more).toEqual([]);
    expect(await inTerminal()).toEqual({ agent: 'claude', agentName: 'Claude Code', conversationId: id });
    expect(
      (await daemon.request('/conversations', { headers: { Origin: daemon.origin } })).json.conversations,
    ).toHaveLength(1);
  });

  test('is not offered while tmux does not answer, and the chats are there all the same', async () => {
    const pane = await practise();
    pane.type('hello\r');
    using chat = await follow();
    const tmux = Number(await home.tmux('display-message', '-p', '#{pid}'));
    process.kill(tmux, 'SIGSTOP');
    try {
      const query = `?exerciseId=${EXERCISE.exerciseId}`;
      const { status, json } = await daemon.request(`/conversations${query}`, { headers: { Origin: daemon.origin } });
      expect([status, json.terminal, json.conversations]).toMatchObject([200, undefined, [{ id: chat.id }]]);
    } finally {
      process.kill(tmux, 'SIGCONT');
    }
    expect(await inTerminal()).toMatchObject({ conversationId: chat.id });
  });

  test('is stopped from there, and nothing else is', async () => {
    const pane = await practise();
    pane.type('hello\r');
    using chat = await follow();
    await chat.until('what was said there', () => chat.answers.includes('heard hello'));
    expect((await chat.post('/interrupt')).json).toEqual({ ok: true });
    pane.type('\r');
    await chat.until('the key', () => chat.answers.includes(`heard ${ESCAPE}`));
    expect((await chat.conversation()).status).toBe('in_terminal');
  });

  test('is not stopped where another agent has the terminal by then: that one hears nothing of it', async () => {
    await home.install({
      name: 'codex',
      run: 'echo codex is here\nwhile read line; do echo "$line" >> heard.txt; done',
    });
    const pane = await practise();
    pane.type('hello\r');
    using chat = await follow();
    await chat.until('what was said there', () => chat.answers.includes('heard hello'));
    const to = { exerciseId: EXERCISE.exerciseId, agent: 'codex', confirmed: true };
    const other = daemon.connect((await daemon.post('/agents/switch', to)).json.wsUrl);
    await other.shows('codex is here');
    expect((await chat.post('/interrupt')).json).toEqual({ ok: true });
    other.type('go on\r');
    const heard = () => home.read('af-practice', EXERCISE.exerciseId, 'heard.txt').catch(() => '');
    await waitUntil('what was typed', async () => (await heard()).includes('go on'));
    expect(await heard()).toBe('go on\n');
  });

  test('goes on in the conversation that it was, where the chat had it in between', async () => {
    let pane = await practise();
    pane.type('one\r');
    using chat = await follow();
    await chat.until('what was said there', () => chat.answers.includes('heard one'));
    await chat.post('/hand-over', { to: 'chat', confirmed: true });
    await chat.say('two');
    pane.type('exit\r');
    await pane.frame('session_ended');
    pane = await practise();
    expect(await inTerminal()).not.toHaveProperty('conversationId');
    expect((await takeUp()).json).toMatchObject({ id: chat.id, status: 'in_terminal' });
    pane.type('three\r');
    await chat.until('what was said there again', () => chat.answers.includes('heard three'));
    expect(chat.answers).toEqual(['heard one', 'heard two', 'heard three']);
  });

  test('is no more where the agent has left the student in their shell: what it was stays in the chat', async () => {
    const pane = await practise();
    pane.type('one\r');
    using chat = await follow();
    await chat.until('what was said there', () => chat.answers.includes('heard one'));
    await chat.post('/hand-over', { to: 'chat', confirmed: true });
    await pane.frame('agent_exited');
    expect(await inTerminal()).toBeUndefined();
    expect((await takeUp()).json).toMatchObject({ id: chat.id, status: 'idle' });
    await chat.say('two');
    expect(chat.answers).toEqual(['heard one', 'heard two']);
  });

  test('is not told of where there is nothing to follow', async () => {
    expect(await inTerminal()).toBeUndefined();
    const nothing = await takeUp();
    expect(nothing.json).toMatchObject({ error: 'agent_unsupported', ability: 'handOver' });
    const pane = await practise();
    expect(await inTerminal()).toBeUndefined();
    pane.type('hello\r');
    await pane.shows('heard hello');
    expect(await inTerminal('')).toBeUndefined();
    expect(await inTerminal(`?lesson=${LESSON.path}`)).toBeUndefined();
    await daemon.post('/exercises/reset', { exerciseId: EXERCISE.exerciseId });
    daemon.connect((await daemon.start(EXERCISE.exerciseId, { agent: 'shell' })).wsUrl);
    expect(await inTerminal()).toBeUndefined();
  });
});
