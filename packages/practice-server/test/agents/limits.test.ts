import { describe, expect, test } from 'vitest';
import { RUNS_ON } from '../fixtures/agent.js';
import { Chat, EXERCISE } from '../fixtures/chat.js';
import { TestDaemon } from '../fixtures/daemon.js';
import { exercise, lessons } from '../fixtures/lessons.js';
import { Home } from '../fixtures/machine/home.js';
import { agentPids, describeAgents, livingAgents, scripted } from '../fixtures/scripted-agent.js';
import { waitUntil } from '../fixtures/wait-until.js';

/** A student whose agent in the terminal is a program that runs on, and in the chat one that is scripted. */
async function withRoomFor(maxSessions: number, home: Home): Promise<TestDaemon> {
  await describeAgents(home, { scripted: scripted() });
  return TestDaemon.open({ home, agent: RUNS_ON, flags: { maxSessions } });
}

describe('--max-sessions', () => {
  test('[cli-execution-modes Q5 limit] refuses a chat while the terminal has the only agent, and says what runs', async () => {
    await using home = await Home.make();
    await using daemon = await withRoomFor(1, home);
    await (await daemon.open()).shows('agent is here');
    using chat = await Chat.open(daemon.url);
    const refused = await chat.post('/messages', { text: 'say hello' });
    expect([refused.status, refused.json.error]).toEqual([429, 'too_many_agents']);
    expect(refused.json).toMatchObject({ limit: 1, running: ['Claude Code in the terminal of first-steps'] });
    expect(refused.json.message).toContain('--max-sessions 2');
    expect(refused.json.message).toContain('Leave one of them (type /exit or exit in its terminal)');
    expect(refused.json.message).not.toContain('Stop');
    expect(await agentPids(home)).toEqual([]);
  });

  test('[cli-execution-modes Q5 limit] refuses a terminal while a chat has the only agent at work', async () => {
    await using home = await Home.make();
    await using daemon = await withRoomFor(1, home);
    using chat = await Chat.open(daemon.url);
    await chat.send('hold');
    await chat.until('a word', () => chat.answers.length > 0);
    const refused = await daemon.post('/exercises/start', { exerciseId: 'first-steps' });
    expect([refused.status, refused.json.error]).toEqual([429, 'too_many_agents']);
    expect(refused.json.running).toEqual(['Scripted in the conversation “hold”']);
    expect(refused.json.message).toContain('Wait for one of them, or press Stop in its chat');
    expect(refused.json.message).not.toContain('/exit');
    expect(await home.sessions()).toEqual([]);
    await chat.post('/interrupt');
  });

  test('names both ways to make room where terminals and chats have it', async () => {
    await using home = await Home.make();
    await using daemon = await withRoomFor(2, home);
    await (await daemon.open()).shows('agent is here');
    using busy = await Chat.open(daemon.url);
    await busy.send('hold');
    await busy.until('a word', () => busy.answers.length > 0);
    using chat = await Chat.open(daemon.url);
    const refused = await chat.post('/messages', { text: 'say hello' });
    expect([refused.status, refused.json.running?.length]).toEqual([429, 2]);
    expect(refused.json.message).toContain('(type /exit or exit in its terminal, press Stop in its chat)');
    await busy.post('/interrupt');
  });

  test('is no reason to refuse while an agent of a chat is idle: it makes room, and comes back when it is needed', async () => {
    await using home = await Home.make();
    await using daemon = await withRoomFor(1, home);
    using chat = await Chat.open(daemon.url);
    await chat.say('say hello');
    const terminal = await daemon.open();
    await terminal.shows('agent is here');
    expect(await livingAgents(home)).toEqual([]);
    await daemon.post('/exercises/reset', { exerciseId: 'first-steps' });
    await chat.say('say again');
    expect(chat.answers.at(-1)).toBe('again');
  });

  test('holds for terminals that are started at once, and for a chat beside them: one has the only slot', async () => {
    await using home = await Home.make();
    await describeAgents(home, { scripted: scripted() });
    const ids = ['first-steps', 'second-steps', 'third-steps'];
    const files = lessons(...ids.map((id) => exercise({ id })));
    await using daemon = await TestDaemon.open({ home, agent: RUNS_ON, files, flags: { maxSessions: 1 } });
    const start = (exerciseId: string) => daemon.post('/exercises/start', { exerciseId });
    using chat = await Chat.open(daemon.url);
    const answers = await Promise.all([...ids.map(start), chat.post('/messages', { text: 'hold' })]);
    const errors = answers.flatMap(({ json }) => json.error ?? []);
    expect(errors).toEqual(Array(3).fill('too_many_agents'));
    const [running, talking] = [await home.sessions(), await livingAgents(home)];
    expect(running.length + talking.length).toBe(1);
    for (const exerciseId of ids) await daemon.post('/exercises/reset', { exerciseId });
    await chat.post('/interrupt');
  });

  test('leaves the slot of a terminal that could not be started to the next', async () => {
    await using home = await Home.make();
    const broken = exercise({ id: 'second-steps', setup: ['exit 1'] });
    const files = lessons(exercise(), broken);
    await using daemon = await TestDaemon.open({ home, agent: RUNS_ON, files, flags: { maxSessions: 1 } });
    expect((await daemon.post('/exercises/start', { exerciseId: 'second-steps' })).status).not.toBe(200);
    await (await daemon.open()).shows('agent is here');
  });

  test('does not count an agent that has left its student in a shell', async () => {
    await using home = await Home.make();
    await describeAgents(home, { scripted: scripted() });
    const agent = { run: 'echo agent is leaving\nexit 0' };
    await using daemon = await TestDaemon.open({ home, agent, flags: { maxSessions: 1 } });
    await (await daemon.open()).frame('agent_exited');
    using chat = await Chat.open(daemon.url);
    await chat.say('say hello');
    expect(chat.answers).toEqual(['hello']);
  });
});

describe('a reset', () => {
  test('ends the chat’s agent in the workspace, and the conversation can go on in the new one', async () => {
    await using home = await Home.make();
    await using daemon = await withRoomFor(8, home);
    await daemon.start();
    using chat = await Chat.open(daemon.url, { subject: EXERCISE });
    await chat.send('hold');
    await chat.until('a word', () => chat.answers.length > 0);
    expect((await daemon.post('/exercises/reset', { exerciseId: 'first-steps' })).status).toBe(200);
    await waitUntil('it has ended', async () => (await livingAgents(home)).length === 0);
    await chat.until('its end', ({ items }) => items.some(({ kind }) => kind === 'run_end'));
    await daemon.start();
    await chat.say('say on');
    expect(chat.answers.at(-1)).toBe('on');
  });
});

test('the daemon takes every agent with it when it closes', async () => {
  await using home = await Home.make();
  const daemon = await withRoomFor(8, home);
  using chat = await Chat.open(daemon.url);
  await chat.send('hold');
  await chat.until('a word', () => chat.answers.length > 0);
  await daemon[Symbol.asyncDispose]();
  expect(await livingAgents(home)).toEqual([]);
});
