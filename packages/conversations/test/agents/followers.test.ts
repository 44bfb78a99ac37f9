import { METADATA_KEY } from '@agent-factory/protocol/conversations';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { EventLog } from '../../src/store/event-log.js';
import { Desk } from '../fixtures/desk.js';

let desk: Desk;
beforeEach(async () => {
  desk = await Desk.make();
});
afterEach(() => desk[Symbol.asyncDispose]());

describe('those who follow a conversation', () => {
  test('miss nothing that is said while they still handle what came before', async () => {
    await using reader = await desk.begin();
    const slow = desk.conversations.follow(reader.id, 0, AbortSignal.timeout(10_000));
    expect((await slow.next()).value).toBe('caught_up');
    await reader.say('say hello');
    const { value } = await slow.next();
    expect(value?.[0]).toMatchObject({ id: 1 });
    await slow.return(undefined);
  });

  test('[cli-execution-modes Q2 conversation-shared] see the same, whenever they come', async () => {
    await using first = await desk.begin();
    await using second = desk.read(first.id);
    await first.say('say one');
    const { runId } = await second.send('stream 300');
    await first.until('a part', () => first.texts('answer').length === 2);
    await using late = desk.read(first.id);
    await Promise.all([first, second, late].map((reader) => reader.runEnd(runId)));
    const numbers = Array.from({ length: 300 }, (_, index) => `${index} `).join('');
    for (const reader of [first, second, late]) {
      expect(reader.texts('answer')).toEqual(['one', numbers]);
      expect(reader.thread.items).toEqual(first.thread.items);
    }
  });

  test('are told once when they have seen all there was', async () => {
    await using first = await desk.begin();
    await first.say('say one');
    await using late = desk.read(first.id);
    await late.until('all', () => late.caughtUpAt !== undefined);
    expect(late.caughtUpAt).toBe(late.events.length);
    expect(late.texts('answer')).toEqual(['one']);
  });

  test('get the rest after any event that they have seen, in the middle of a run too', async () => {
    await using reader = await desk.begin();
    await reader.say('stream 40');
    await reader.say('say two');
    for (const [index, { id }] of reader.events.entries()) {
      await using again = desk.read(reader.id, id);
      await again.until('all', () => again.caughtUpAt !== undefined);
      const rest = reader.events.slice(index + 1);
      expect(textOf(again.events)).toBe(textOf(rest));
    }
  });

  test('get what comes, where they claim to have seen what is still to come', async () => {
    await using first = await desk.begin();
    await first.say('say one');
    await using odd = desk.read(first.id, 1_000_000);
    await odd.until('all', () => odd.caughtUpAt !== undefined);
    expect(odd.events).toEqual([]);
    await first.say('say two');
    await odd.until('what comes', () => odd.texts('answer').includes('two'));
  });

  test('are let go when it is deleted, and nobody can come any more', async () => {
    await using reader = await desk.begin();
    await reader.send('hold');
    await desk.conversations.delete(reader.id);
    await reader.over();
    await expect(desk.conversations.get(reader.id)).rejects.toMatchObject({ code: 'conversation_not_found' });
    await expect(reader.send('say more')).rejects.toMatchObject({ code: 'conversation_not_found' });
    const nobody = desk.conversations.follow(reader.id, 0, new AbortController().signal);
    await expect(nobody.next()).rejects.toMatchObject({ code: 'conversation_not_found' });
    expect([await desk.alive(), desk.files.rows()]).toEqual([[], []]);
  });

  test('leave nothing behind for a message that waited behind its deletion', async () => {
    await using reader = await desk.begin();
    await reader.send('hold');
    const [, , late] = await Promise.allSettled([
      desk.conversations.delete(reader.id),
      desk.conversations.delete(reader.id),
      reader.send('say more'),
    ]);
    expect(late).toMatchObject({ reason: { code: expect.stringMatching(/^conversation_(not_found|busy)$/) } });
    expect([await desk.alive(), desk.files.rows(), (await desk.pids()).length]).toEqual([[], [], 1]);
  });

  test('cost nothing while they do not read: what they get next is read from the database then', async () => {
    await using reader = await desk.begin();
    await reader.say('say one');
    const leaving = new AbortController();
    const slow = desk.conversations.follow(reader.id, 0, leaving.signal);
    await slow.next();
    await reader.say('stream 2000');
    // Had it waited in memory, it would be told as it was.
    desk.files.run("UPDATE conversation_events SET event = replace(event, '1999 ', 'from the database')");
    let rest = '';
    for await (const read of slow) {
      if (read !== 'caught_up') rest += textOf(read);
      if (rest.includes('from the database')) leaving.abort();
    }
    expect(rest).toContain('1998 ');
  });
});

describe('a conversation of 5,000 messages', () => {
  test('is read in well under a second, and not all of it is in memory at once', async () => {
    const { id } = await desk.conversations.create({ subject: { kind: 'lesson', path: '/a', title: 'A' } });
    await fill(id, 5000);
    const begun = process.cpuUsage();
    let events = 0;
    let largest = 0;
    for await (const read of desk.conversations.follow(id, 0, new AbortController().signal)) {
      if (read === 'caught_up') break;
      events += read.length;
      largest = Math.max(largest, JSON.stringify(read).length);
    }
    const { user, system } = process.cpuUsage(begun);
    expect(events).toBe(25_000);
    // Of the processor's time, as others use it too.
    expect((user + system) / 1000).toBeLessThan(5000);
    expect(largest).toBeLessThan(8 * 1024 * 1024);
    expect([...(await desk.conversations.export(id, 'markdown')).pieces].join('').match(/^## /gm)).toHaveLength(5000);
  });

  test('of which each brought a large result is read in pages that fit into memory', async () => {
    const { id } = await desk.conversations.create({ subject: { kind: 'lesson', path: '/a', title: 'A' } });
    const log = new EventLog(desk.files.store);
    const content = 'x'.repeat(256 * 1024);
    const at = new Date().toISOString();
    for (let number = 1; number <= 300; number += 1)
      await log.append(id, [
        { id: number, at, event: { type: 'TOOL_CALL_RESULT', messageId: 'm', toolCallId: 't', content } },
      ]);
    const sizes: number[] = [];
    for await (const page of log.read(id, 0)) sizes.push(JSON.stringify(page).length);
    expect(Math.max(...sizes)).toBeLessThan(16 * 1024 * 1024);
  });
});

/** As many questions with their answers as make this number of messages. */
async function fill(id: string, messages: number): Promise<void> {
  const log = new EventLog(desk.files.store);
  const at = new Date().toISOString();
  const facts = { [METADATA_KEY]: {} };
  for (let from = 0; from < messages; from += 500) {
    const events = Array.from({ length: 500 }, (_, index) => {
      const number = from + index;
      const messageId = `m${number}`;
      const role = number % 2 === 0 ? ('user' as const) : ('assistant' as const);
      const delta = `Message ${number}. ${'word '.repeat(60)}`;
      return [
        { type: 'RUN_STARTED', threadId: id, runId: `r${number}` },
        { type: 'TEXT_MESSAGE_START', messageId, role, metadata: facts },
        { type: 'TEXT_MESSAGE_CONTENT', messageId, delta },
        { type: 'TEXT_MESSAGE_END', messageId },
        { type: 'RUN_FINISHED', threadId: id, runId: `r${number}`, outcome: { type: 'success' } },
      ] as const;
    }).flat();
    await log.append(
      id,
      events.map((event, index) => ({ id: from * 5 + index + 1, at, event })),
    );
  }
}

function textOf(events: readonly { event: object }[]): string {
  return events.map(({ event }) => ('delta' in event ? event.delta : '')).join('');
}
