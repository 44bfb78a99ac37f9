import type { ConversationEvent, LoggedEvent } from '@agent-factory/protocol/conversations';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { Recorder } from '../../src/live/recorder.js';
import { EventLog } from '../../src/store/event-log.js';
import { TestStore } from '../fixtures/store.js';
import { waitUntil } from '../fixtures/wait-until.js';

const ID = 'conversation';

let files: TestStore;
let log: EventLog;
let failures: unknown[];
/** Ids of the last event each time it was said that there are some. */
let seen: number[];
let recorder: Recorder;

beforeEach(async () => {
  files = await TestStore.make();
  log = new EventLog(files.store);
  failures = [];
  seen = [];
  recorder = record(log);
});
afterEach(() => files[Symbol.asyncDispose]());

function record(into: EventLog): Recorder {
  return new Recorder({
    conversationId: ID,
    log: into,
    lastId: 0,
    onStored: (lastId) => void seen.push(lastId),
    onFailure: (error) => void failures.push(error),
  });
}

function piece(delta: string, messageId = 'm'): ConversationEvent {
  return { type: 'TEXT_MESSAGE_CONTENT', messageId, delta };
}

function step(stepName: string): ConversationEvent {
  return { type: 'STEP_STARTED', stepName };
}

async function stored(after = 0): Promise<LoggedEvent[]> {
  const events: LoggedEvent[] = [];
  for await (const page of log.read(ID, after)) events.push(...page);
  return events;
}

const names = async () => (await stored()).map(({ id, event }) => `${id} ${(event as { stepName: string }).stepName}`);

describe('the recorder', () => {
  test('stores events in the order in which they came, with ids that grow by one', async () => {
    for (const name of ['a', 'b', 'c']) recorder.record(step(name));
    await recorder.stored();
    recorder.record(step('d'));
    await recorder.stored();
    expect(await names()).toEqual(['1 a', '2 b', '3 c', '4 d']);
  });

  test('makes one event of the pieces of a text that come at once, and of no others', async () => {
    for (const text of ['one ', 'two ']) recorder.record(piece(text));
    for (const text of ['three ', 'four']) recorder.record(piece(text, 'other'));
    recorder.record(step('between'));
    recorder.record(piece('five', 'other'));
    await recorder.stored();
    const events = (await stored()).map(({ event }) => event);
    expect(events).toEqual([piece('one two '), piece('three four', 'other'), step('between'), piece('five', 'other')]);
  });

  test('adds to no event that might have been seen', async () => {
    recorder.record(piece('one '));
    await recorder.stored();
    recorder.record(piece('two'));
    await recorder.stored();
    expect((await stored()).map(({ id }) => id)).toEqual([1, 2]);
  });

  test('makes one event of lines that are no messages and come at once, up to a length', async () => {
    const line = (event: unknown, source = 'agent'): ConversationEvent => ({ type: 'RAW', event, source });
    for (const text of ['one', 'two']) recorder.record(line(text));
    for (const event of [line('three', 'other'), line({ four: 4 }), line('five')]) recorder.record(event);
    await recorder.stored();
    const events = (await stored()).map(({ event }) => event);
    expect(events).toEqual([line('one\ntwo'), line('three', 'other'), line({ four: 4 }), line('five')]);

    for (let count = 0; count < 100_000; count += 1) recorder.record(line('y'));
    await recorder.stored();
    const lengths = (await stored(4)).map(({ event }) => (event as { event: string }).event.length);
    expect(lengths).toHaveLength(4);
    expect(Math.max(...lengths)).toBeLessThanOrEqual(64 * 1024);
    expect(lengths.reduce((sum, length) => sum + length + 1, 0)).toBe(200_000);
  });

  test('has room for some events that wait, and for more when those are stored', async () => {
    for (let count = 0; count < 200; count += 1) recorder.record(step(`${count}`));
    expect(recorder.room()).toBeUndefined();
    recorder.record(step('one more'));
    await recorder.room();
    expect(await names()).toHaveLength(201);
    expect(recorder.room()).toBeUndefined();
  });

  test('tells of an event when it is in the database, and not before', async () => {
    const when: (readonly [told: number, there: number])[] = [];
    const careful = new Recorder({
      conversationId: ID,
      log,
      lastId: 0,
      onStored: (lastId) => void when.push([lastId, files.rows().at(-1)?.last_id ?? 0]),
      onFailure: (error) => void failures.push(error),
    });
    for (let index = 0; index < 20; index += 1) {
      careful.record(step(`${index}`));
      if (index % 3 === 0) await careful.stored();
    }
    await careful.stored();
    expect(when.length).toBeGreaterThan(5);
    for (const [told, there] of when) expect(there).toBeGreaterThanOrEqual(told);
  });
});

describe('a recorder whose database fails', () => {
  test('says so, tells nobody of the events, and stores them by itself when it can', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout'] });
    try {
      files.fail('insert into');
      recorder.record(step('a'));
      await waitUntil('failure 1', () => failures.length === 1);
      recorder.record(step('b'));
      await waitUntil('failure 2', () => failures.length === 2);
      expect([seen, await stored()]).toEqual([[], []]);
      files.fail();
      await vi.advanceTimersByTimeAsync(1000);
    } finally {
      vi.useRealTimers();
    }
    await waitUntil('the events', async () => (await names()).length === 2);
    expect(await names()).toEqual(['1 a', '2 b']);
    expect(seen.at(-1)).toBe(2);
  });

  test('has no room for more until what waits is stored, however often that is tried', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout'] });
    const waits: Promise<void>[] = [];
    let hasRoom = false;
    try {
      files.fail('insert into');
      for (let count = 0; count < 201; count += 1) recorder.record(step(`${count}`));
      for (let count = 0; count < 2; count += 1) waits.push(recorder.room() ?? Promise.reject(new Error('room')));
      void waits[0]?.then(() => {
        hasRoom = true;
      });
      await waitUntil('failure 1', () => failures.length === 1);
      await vi.advanceTimersByTimeAsync(1000);
      await waitUntil('failure 2', () => failures.length === 2);
      expect(hasRoom).toBe(false);
      files.fail();
      await vi.advanceTimersByTimeAsync(1000);
    } finally {
      vi.useRealTimers();
    }
    await Promise.all(waits);
    expect(await names()).toHaveLength(201);
  });

  test('has none either while as much came in the time in which the first events were stored', async () => {
    let storeFirst: () => void = () => undefined;
    const first = new Promise<void>((resolve) => {
      storeFirst = resolve;
    });
    let tries = 0;
    const append: EventLog['append'] = async (id, events) => {
      tries += 1;
      if (tries === 1) await first;
      await log.append(id, events);
    };
    const slow = record(Object.assign(Object.create(log), { append }));
    for (let count = 0; count < 201; count += 1) slow.record(step(`${count}`));
    let storedWhenRoom: number | undefined;
    const room = slow.room()?.then(() => {
      storedWhenRoom = seen.at(-1);
    });
    await waitUntil('the first write', () => tries === 1);
    for (let count = 201; count < 402; count += 1) slow.record(step(`${count}`));
    storeFirst();
    await room;
    expect(storedWhenRoom).toBe(402);
  });

  test('rejects whoever waits for the events', async () => {
    files.fail('insert into');
    recorder.record(step('a'));
    await expect(recorder.stored()).rejects.toThrow('disk is full');
    files.fail();
    await recorder.stored();
    expect(await names()).toEqual(['1 a']);
  });

  test('shows no event before one that came earlier, also while somebody waits for it', async () => {
    let fail: (error: Error) => void = () => undefined;
    const failing = new Promise<never>((_, reject) => {
      fail = reject;
    });
    let tries = 0;
    const append: EventLog['append'] = (id, events) => {
      tries += 1;
      return tries === 2 ? failing : log.append(id, events);
    };
    const late = record(Object.assign(Object.create(log), { append }));
    files.fail('insert into');
    late.record(step('a'));
    await waitUntil('a first failure', () => failures.length === 1);
    files.fail();
    // The second write of the first event goes on while the next event comes.
    const waiting = late.stored().catch(() => undefined);
    late.record(step('b'));
    await waitUntil('the second write', () => tries === 2);
    await new Promise((resolve) => setImmediate(resolve));
    late.record(step('c'));
    await new Promise((resolve) => setImmediate(resolve));
    fail(new Error('full'));
    await waiting;
    await late.stored();
    expect(await names()).toEqual(['1 a', '2 b', '3 c']);
    expect(seen).toEqual([...seen].sort((a, b) => a - b));
  });
});
