import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { ConversationRecords } from '../../src/store/records.js';
import { Desk, isAlive, LESSON } from '../fixtures/desk.js';
import { aRecord } from '../fixtures/record.js';
import type { TestStore } from '../fixtures/store.js';

const ID = aRecord().id;
const AT = '2026-01-01T00:00:00.000Z';

let desk: Desk;
let store: TestStore;
beforeEach(async () => {
  desk = await Desk.make();
  store = desk.files;
});
afterEach(() => desk[Symbol.asyncDispose]());

/** A conversation as a daemon leaves it that was killed in the middle of a run. */
async function leaveBehind(status: 'running' | 'idle'): Promise<void> {
  await new ConversationRecords(store.store).insert(
    aRecord({ status, sessionId: 'session-1', told: { section: 'A' } }),
  );
  const events = [
    { type: 'RUN_STARTED', threadId: ID, runId: 'r' },
    { type: 'TEXT_MESSAGE_START', messageId: 'q', role: 'user' },
    { type: 'TEXT_MESSAGE_CONTENT', messageId: 'q', delta: 'Why?' },
    { type: 'TEXT_MESSAGE_END', messageId: 'q' },
    { type: 'TEXT_MESSAGE_START', messageId: 'a', role: 'assistant' },
    { type: 'TEXT_MESSAGE_CONTENT', messageId: 'a', delta: 'Bec' },
  ];
  const sql = 'INSERT INTO conversation_events VALUES (?, ?, ?, ?, ?)';
  for (const [index, event] of events.entries()) store.run(sql, ID, index + 1, index + 1, AT, JSON.stringify(event));
}

/** An agent that stays when nobody talks to it any more. */
async function orphan(conversation: string): Promise<number> {
  const program = "process.on('SIGTERM', () => {}); console.log('up'); setInterval(() => {}, 1000)";
  const env = { AF_PRACTICE_CONVERSATION: conversation };
  const child = spawn(process.execPath, ['-e', program], { env, stdio: ['ignore', 'pipe', 'ignore'] });
  await once(child.stdout, 'data');
  return child.pid ?? 0;
}

describe('a run that the daemon did not see the end of', () => {
  test('is marked as interrupted once, with what was said by then', async () => {
    await leaveBehind('running');
    expect((await desk.conversations.get(ID)).status).toBe('interrupted');
    desk.restart();
    await using reader = desk.read(ID);
    await reader.until('all', () => reader.caughtUpAt !== undefined);
    expect(reader.texts('answer')).toEqual(['Bec']);
    const ends = reader.thread.items.filter((item) => item.kind === 'run_end');
    expect(ends).toMatchObject([{ outcome: 'failed', code: 'interrupted' }]);
    expect(reader.thread.runId).toBeUndefined();
  });

  test('goes on with the next message, and the agent is told its context again', async () => {
    await leaveBehind('running');
    await using reader = desk.read(ID);
    await reader.say('say on', { context: { section: 'A' } });
    expect(reader.texts('answer')).toEqual(['Bec', 'on']);
    expect((await desk.conversations.get(ID)).status).toBe('idle');
    expect((await desk.prompts()).at(-1)).toContain('at the section “A”');
  });

  test.each(['running', 'idle'] as const)(
    'leaves no agent behind that was %s, and no other is touched',
    async (status) => {
      await leaveBehind(status);
      const [left, other] = await Promise.all([orphan(ID), orphan('5e0a4f64-0000-4000-8000-00000000000f')]);
      try {
        await desk.conversations.list();
        expect([await isAlive(left), await isAlive(other)]).toEqual([false, true]);
      } finally {
        process.kill(other, 'SIGKILL');
      }
    },
  );

  test('is found again where it could not be marked at first', async () => {
    await leaveBehind('running');
    store.fail('insert into');
    await expect(desk.conversations.list()).rejects.toThrow('full');
    store.fail();
    expect((await desk.conversations.list()).map(({ status }) => status)).toEqual(['interrupted']);
  });
});

describe('of more conversations than are listed at once', () => {
  const MANY = 1200;
  const idOf = (index: number) => `5e0a4f64-0000-4000-8000-${String(index).padStart(12, '0')}`;
  const OLDEST = idOf(0);

  beforeEach(async () => {
    const records = new ConversationRecords(store.store);
    store.run('BEGIN');
    for (let index = 0; index < MANY; index += 1) {
      // Several were last talked to in the same millisecond.
      const updatedAt = new Date(Date.parse(AT) + Math.floor(index / 7)).toISOString();
      const left = index === 0 ? ({ status: 'running', sessionId: 'session-1' } as const) : {};
      await records.insert(aRecord({ id: idOf(index), updatedAt, ...left }));
    }
    store.run('COMMIT');
  });

  test('the oldest is recovered like any other, and its agent ended', async () => {
    const [left, other] = await Promise.all([orphan(OLDEST), orphan('5e0a4f64-0000-4000-8000-ffffffffffff')]);
    try {
      expect((await desk.conversations.get(OLDEST)).status).toBe('interrupted');
      expect([await isAlive(left), await isAlive(other)]).toEqual([false, true]);
    } finally {
      process.kill(other, 'SIGKILL');
    }
  });

  test('each is listed once, the latest first, page by page', async () => {
    const pages: string[][] = [];
    for (let before: string | undefined; pages.length < 3; before = pages.at(-1)?.at(-1))
      pages.push((await desk.conversations.list({ kind: 'lesson', key: '/loops' }, before)).map(({ id }) => id));
    expect(pages.map(({ length }) => length)).toEqual([1000, 200, 0]);
    expect(new Set(pages.flat()).size).toBe(MANY);
    await expect(desk.conversations.list(undefined, idOf(MANY))).rejects.toMatchObject({
      code: 'conversation_not_found',
    });
  });
});

test('a conversation that could not be read at first is there when it can be', async () => {
  const { id } = await desk.conversations.create({ subject: LESSON, agent: 'scripted' });
  desk.files.fail('max("last_id")');
  await expect(desk.conversations.get(id)).rejects.toThrow('disk is full');
  desk.files.fail();
  expect((await desk.conversations.get(id)).id).toBe(id);
});

describe('a database that fails in the middle of a run', () => {
  test('stops the agent by itself: nobody would see what it does', async () => {
    await using reader = await desk.begin();
    const { runId } = await reader.send('askAndHold');
    await reader.until('a question', ({ asked }) => asked.length > 0);
    store.fail('insert into');
    await desk.conversations.answerPermission(reader.id, reader.thread.asked[0]?.id ?? '', 'yes');
    await reader.until('a failure', () => desk.failures.length > 0);
    store.fail();
    expect((await reader.runEnd(runId)).outcome).toBe('cancelled');
  });

  test('stops the agent, loses nothing that was said, and takes it all when it can', async () => {
    await using reader = await desk.begin();
    const { runId } = await reader.send('hold');
    store.fail('insert into');
    await desk.conversations.answerPermission(reader.id, 'x', 'y').catch(() => undefined);
    await desk.conversations.interrupt(reader.id);
    await reader.until('a failure', () => desk.failures.length > 0);
    store.fail();
    expect((await reader.runEnd(runId)).outcome).toBe('cancelled');
    await reader.say('say hello');
    expect(reader.texts('answer')).toEqual(['Waiting.', 'hello']);
  });
});
