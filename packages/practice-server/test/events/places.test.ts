import type { EventsQuery } from '@agent-factory/protocol/events';
import { describe, expect, test } from 'vitest';
import { EventLog, type Told } from '../../src/events/event-log.js';
import { executeElsewhere } from '../fixtures/machine/database.js';
import { Home } from '../fixtures/machine/home.js';
import { waitUntil } from '../fixtures/wait-until.js';
import { eventsIn, hintShown, LogFile } from './log-file.js';

const EMPTY = { type: 'solution_shown', data: {} } as const;

/** The first message of a stream. */
async function opened(file: LogFile, after: EventsQuery['after']): Promise<Extract<Told, { kind: 'opened' }>> {
  const query = { after, follow: 'no' } as const;
  for await (const told of file.log.read(query, new AbortController().signal)) {
    if (told.kind === 'opened') return told;
  }
  throw new Error('The stream did not say where it begins.');
}

describe('a reader of the event log', () => {
  test('[terminal-events 5 events-gap] goes on from a place; where it is not in this log, or has not happened, it is told of a gap', async () => {
    await using file = await LogFile.open();
    file.hints(5);
    const { cursor } = await opened(file, 'now');
    const [name] = cursor.split('-');
    expect(cursor).toBe(`${name}-5`);
    expect(await opened(file, `${name}-3`)).toMatchObject({ cursor: `${name}-3`, gap: false });
    expect(await opened(file, `${name}-5`)).toMatchObject({ gap: false });
    expect(await opened(file, `${name}-6`)).toMatchObject({ cursor, gap: true });
    expect(await opened(file, 'ffffffff-3')).toMatchObject({ cursor, gap: true });
    await file.store.deleteFrom('events').where('id', '<=', 3).execute();
    expect(await opened(file, `${name}-3`)).toMatchObject({ gap: false });
    expect(await opened(file, `${name}-2`)).toMatchObject({ cursor, gap: true });
    await file.store.deleteFrom('events').execute();
    expect(await opened(file, `${name}-5`)).toMatchObject({ gap: false });
    expect(await opened(file, 'start')).toMatchObject({ cursor, gap: false });
  });

  test('gets the latest that match, also where there are fewer', async () => {
    await using file = await LogFile.open();
    file.hints(5);
    for (let count = 0; count < 300; count += 1) file.log.append(hintShown(100 + count, 'Look.', 'another'));
    expect(await file.rungs({ latest: 2, exerciseId: 'first-steps' })).toEqual([4, 5]);
    expect(await file.rungs({ latest: 9, exerciseId: 'first-steps' })).toEqual([1, 2, 3, 4, 5]);
    expect(await file.rungs({ latest: 9, exerciseId: 'nothing' })).toEqual([]);
  });

  test('is refused where a hundred read already, until one of them leaves', async () => {
    await using file = await LogFile.open();
    const read = () => file.log.read({ after: 'now', follow: 'yes' }, new AbortController().signal);
    const readers = Array.from({ length: 100 }, read);
    for (const reader of readers) await reader.next();
    await expect(read().next()).rejects.toMatchObject({ code: 'too_many_viewers' });
    await readers[0]?.return(undefined);
    expect(await read().next()).toMatchObject({ value: { kind: 'opened' } });
  });

  test('hears each event once, however it comes: from the file, from memory, now', async () => {
    await using file = await LogFile.open();
    file.hints(700);
    const leaving = new AbortController();
    const heard: number[] = [];
    const reading = (async () => {
      for await (const told of file.log.read({ after: 'start', follow: 'yes' }, leaving.signal)) {
        if (told.kind === 'events') heard.push(...eventsIn(told.page.messages).map(({ id }) => id));
      }
    })();
    await waitUntil('the past', () => heard.length === 700);
    for (let round = 0; round < 20; round += 1) {
      file.hints(37);
      await file.log.settled();
    }
    await waitUntil('all', () => heard.length === 700 + 20 * 37);
    expect(heard).toEqual(heard.map((_, index) => index + 1));
    expect(file.log.readers).toBe(1);
    leaving.abort();
    await reading;
    expect(file.log.readers).toBe(0);
  });
});

test('[terminal-events 5 events-resume] no event is left out between the file and memory, wherever a reader goes on', async () => {
  await using file = await LogFile.open();
  file.hints(700);
  const [name] = (await opened(file, 'now')).cursor.split('-');
  for (let place = 430; place < 460; place += 1) {
    const rest = await file.rungs({ after: `${name}-${place}` });
    expect([rest[0], rest.length]).toEqual([place + 1, 700 - place]);
  }
});

test('[terminal-events 5 events] of one conversation are told alone, also those that are in the file only', async () => {
  await using file = await LogFile.open();
  for (const conversationId of ['one', 'two']) file.log.append({ conversationId, ...EMPTY });
  file.hints(300);
  const events = await file.events({ conversationId: 'one' });
  expect(events.map(({ id }) => id)).toEqual([1]);
  expect((await file.events({ conversationId: 'one', latest: 5 })).map(({ id }) => id)).toEqual([1]);
});

test('one that cannot be handled is kept and told to all others', async () => {
  await using file = await LogFile.open();
  const heard: string[] = [];
  file.log.on(() => {
    throw new Error('I cannot');
  });
  file.log.on(({ type }) => heard.push(type));
  file.hints(1);
  expect([heard, await file.rungs()]).toEqual([['hint_shown'], [1]]);
});

test('what is read of the file is what is told at once, whatever the text', async () => {
  await using file = await LogFile.open();
  const hint = `"\\ \u0000 \u2028 あ 👩‍🚀 \n\ndata: {}\n\nid: 9`;
  file.log.append({ exerciseId: 'first-steps', conversationId: 'a"b\n', ...EMPTY });
  file.log.append({ conversationId: '\\\u0001', ...EMPTY });
  file.hints(1, 1, hint);
  const told = await file.events();
  const again = new EventLog(file.options);
  const read: unknown[] = [];
  for await (const part of again.read({ after: 'start', follow: 'no' }, new AbortController().signal)) {
    if (part.kind === 'events') read.push(...eventsIn(part.page.messages));
  }
  await again.close();
  expect(read).toEqual(told);
  expect(told.at(-1)?.data).toMatchObject({ hint });
});

describe('events that the disk does not take', () => {
  test('[terminal-events 5 events-full-disk] wait, are seen by nobody, and are stored in their order once it does', async () => {
    await using file = await LogFile.open();
    file.hints(1);
    await file.log.settled();
    executeElsewhere(file.path, "create trigger full before insert on events begin select raise(abort, 'full'); end");
    file.hints(2, 2);
    await file.log.settled();
    expect(await file.rungs()).toEqual([1]);
    executeElsewhere(file.path, 'drop trigger full');
    file.hints(1, 4);
    expect(await waitUntil('all', async () => (await file.rungs()).length === 4 && file.rungs())).toEqual([1, 2, 3, 4]);
  });

  test('are stored when the daemon closes, if it does by then', async () => {
    await using home = await Home.make();
    const before = await LogFile.open({}, home);
    before.hints(1);
    await before.log.settled();
    executeElsewhere(before.path, "create trigger full before insert on events begin select raise(abort, 'full'); end");
    before.hints(2, 2);
    await before.log.settled();
    executeElsewhere(before.path, 'drop trigger full');
    await before.close();
    const after = await LogFile.open({}, home);
    expect(await after.rungs()).toEqual([1, 2, 3]);
    await after.close();
  });

  test('are given up, the oldest first and no other, where too many wait', async () => {
    await using file = await LogFile.open();
    file.hints(1);
    await file.log.settled();
    executeElsewhere(file.path, "create trigger full before insert on events begin select raise(abort, 'full'); end");
    file.hints(2500, 2);
    await file.log.settled();
    executeElsewhere(file.path, 'drop trigger full');
    const rungs = await waitUntil('all', async () => (await file.rungs()).length > 2000 && file.rungs());
    expect(rungs).toEqual([1, ...Array.from({ length: 2000 }, (_, index) => 502 + index)]);
  });
});
