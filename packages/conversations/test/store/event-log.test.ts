import type { ConversationEvent, LoggedEvent } from '@agent-factory/protocol/conversations';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { EventLog } from '../../src/store/event-log.js';
import { TestStore } from '../fixtures/store.js';

const ID = '5e0a4f64-0000-4000-8000-000000000001';
const OTHER = '5e0a4f64-0000-4000-8000-000000000002';

let files: TestStore;
let log: EventLog;

beforeEach(async () => {
  files = await TestStore.make();
  log = new EventLog(files.store);
});
afterEach(() => files[Symbol.asyncDispose]());

function piece(delta: string, messageId = 'm'): ConversationEvent {
  return { type: 'TEXT_MESSAGE_CONTENT', messageId, delta };
}

function started(runId: string): ConversationEvent {
  return { type: 'RUN_STARTED', threadId: ID, runId };
}

function logged(events: readonly ConversationEvent[], from = 1): LoggedEvent[] {
  return events.map((event, index) => ({ id: from + index, at: '2026-01-01T00:00:00.000Z', event }));
}

async function all(after = 0, id = ID): Promise<LoggedEvent[]> {
  const pages: LoggedEvent[] = [];
  for await (const page of log.read(id, after)) pages.push(...page);
  return pages;
}

/** How often other work has its turn while something runs. */
async function turnsDuring(action: () => Promise<unknown>): Promise<number> {
  let turns = 0;
  let isOver = false;
  const count = () => {
    turns += 1;
    if (!isOver) setImmediate(count);
  };
  setImmediate(count);
  await action();
  isOver = true;
  return turns;
}

describe('the log of a conversation', () => {
  test('gives back what was appended, in its order, after any id', async () => {
    const events = logged([started('a'), started('b'), started('c')]);
    await log.append(ID, events);
    for (const after of [0, 1, 2, 3, 4]) expect(await all(after)).toEqual(events.slice(after));
    expect(await log.lastId(ID)).toBe(3);
  });

  test('is empty for a conversation that nobody has said anything in', async () => {
    expect([await all(), await log.lastId(ID)]).toEqual([[], 0]);
  });

  test('is each conversation’s own, and so is its end', async () => {
    await log.append(ID, logged([started('mine')]));
    await log.append(OTHER, logged([started('theirs')]));
    await log.delete(ID);
    expect([await all(), await all(0, OTHER)]).toEqual([[], logged([started('theirs')])]);
  });

  test('is read page by page, so that a long one is not in memory at once', async () => {
    await log.append(ID, logged(Array.from({ length: 5000 }, (_, index) => started(`r${index}`))));
    const sizes: number[] = [];
    const turns = await turnsDuring(async () => {
      for await (const page of log.read(ID, 0)) sizes.push(page.length);
    });
    expect(turns).toBeGreaterThanOrEqual(2); // leaves turns to everything else, too
    expect(Math.max(...sizes)).toBeLessThanOrEqual(2000);
    expect(sizes.reduce((sum, size) => sum + size)).toBe(5000);
  });

  test('takes all of many events or none: a second try finds the place empty', async () => {
    const many = logged(Array.from({ length: 4500 }, (_, index) => started(`r${index}`)));
    files.run(
      `CREATE TRIGGER full BEFORE INSERT ON conversation_events WHEN new.last_id = 4000 BEGIN SELECT RAISE(ABORT, 'full'); END`,
    );
    await expect(log.append(ID, many)).rejects.toThrow('full');
    files.run('DROP TRIGGER full');
    await log.append(ID, many);
    expect((await all()).length).toBe(4500);
  });
});

describe('compaction', () => {
  test('joins the pieces of one text, and a reader in the middle gets exactly the rest', async () => {
    const events = logged([started('a'), piece('one '), piece('two '), piece('three'), started('b')]);
    await log.append(ID, events);
    await log.compact(ID, 1, 5);
    expect(files.rows().map(({ first_id, last_id }) => [first_id, last_id])).toEqual([
      [1, 1],
      [2, 4],
      [5, 5],
    ]);
    const rest = async (after: number) => (await all(after)).map(({ id, event }) => [id, event]);
    expect(await rest(1)).toEqual([
      [4, piece('one two three')],
      [5, started('b')],
    ]);
    expect((await rest(2))[0]).toEqual([4, piece('two three')]);
    expect((await rest(3))[0]).toEqual([4, piece('three')]);
    expect(await rest(4)).toEqual([[5, started('b')]]);
  });

  test('keeps apart what belongs to different texts, and what stands between', async () => {
    const mixed = [piece('a', 'x'), piece('b', 'y'), started('r'), piece('c', 'y'), piece('d', 'y')];
    await log.append(ID, logged(mixed));
    await log.compact(ID, 1, 5);
    expect((await all()).map(({ id }) => id)).toEqual([1, 2, 3, 5]);
    expect((await all(3))[0]?.event).toEqual(piece('cd', 'y'));
  });

  test('leaves alone what is outside of its run', async () => {
    await log.append(ID, logged(['a', 'b', 'c', 'd'].map((text) => piece(text))));
    await log.compact(ID, 2, 3);
    expect((await all()).map(({ id }) => id)).toEqual([1, 3, 4]);
  });

  test('does not bridge a gap: after it, an id would stand for another piece', async () => {
    await log.append(ID, logged(['a', 'b', 'c', 'd'].map((text) => piece(text))));
    files.run('DELETE FROM conversation_events WHERE last_id = 2');
    await log.compact(ID, 1, 4);
    expect((await all(2)).map(({ event }) => event)).toEqual([piece('cd')]);
    expect((await all(3)).map(({ event }) => event)).toEqual([piece('d')]);
  });

  test('of a run in very many pieces leaves turns to everything else, and loses none of it', async () => {
    const words = Array.from({ length: 9000 }, (_, index) => `${index} `);
    await log.append(ID, logged(words.map((word) => piece(word))));
    const turns = await turnsDuring(() => log.compact(ID, 1, words.length));
    expect(turns).toBeGreaterThanOrEqual(4);
    expect(files.rows().length).toBe(5);
    const said = (events: LoggedEvent[]) => events.map(({ event }) => (event as { delta: string }).delta).join('');
    expect(said(await all())).toBe(words.join(''));
    expect(said(await all(4321))).toBe(words.slice(4321).join(''));
  });

  test('brings nothing back of a conversation that is deleted meanwhile', async () => {
    await log.append(ID, logged(Array.from({ length: 9000 }, () => piece('a'))));
    const compacted = log.compact(ID, 1, 9000);
    await log.delete(ID);
    await compacted;
    expect(await all()).toEqual([]);
  });
});

describe('a row that was damaged', () => {
  const DAMAGE = ['', '{"type":', 'null', '5', '"text"', '[]', '{}', '{"type":7}', '{"type":"toString"}'];
  const HALF = ['{"type":"TEXT_MESSAGE_CONTENT"}', '{"type":"TEXT_MESSAGE_CONTENT","messageId":"m","deltas":7}'];

  test.each([...DAMAGE, ...HALF, '{"type":"X","deltas":[1]}'])(
    'with %j in it is passed over, and the rest is read',
    async (text) => {
      await log.append(ID, logged([piece('a'), piece('b'), piece('c')]));
      files.run('UPDATE conversation_events SET event = ? WHERE last_id = 2', text);
      for (const compact of [false, true]) {
        if (compact) await log.compact(ID, 1, 3);
        const [first, damaged, last] = await all();
        expect([first?.event, last?.event]).toEqual([piece('a'), piece('c')]);
        expect([damaged?.id, typeof damaged?.event.type]).toEqual([2, 'string']);
      }
    },
  );
});
