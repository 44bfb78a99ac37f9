import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { COLLECTION } from '../../src/memory/chroma/connection.js';
import { whyNoChroma } from '../fixtures/chroma-server.js';
import { allOf, MemoryDesk, pagesOf } from '../fixtures/memory-desk.js';
import { ChromaRelay } from './chroma-relay.js';
import { add, ChromaRoom, SHORT } from './chroma-room.js';

const NOWHERE = 'http://127.0.0.1:1';
const texts = (memories: readonly { content: string }[]) => memories.map(({ content }) => content);

describe.skipIf((await whyNoChroma()) !== undefined)('memories in our own database beside ChromaDB', () => {
  let room: ChromaRoom;
  let desk: MemoryDesk;

  beforeAll(async () => {
    room = await ChromaRoom.make();
  });
  afterAll(() => room?.[Symbol.asyncDispose]());
  beforeEach(async () => {
    await room.reset();
    desk = await MemoryDesk.make();
  });
  afterEach(() => desk[Symbol.asyncDispose]());

  /** From before the learner had a ChromaDB; they are found there by an index. */
  async function keepHere(contents: string[], project = 'app-alpha', sessionId = 'old'): Promise<void> {
    const here = desk.open();
    await add(here, contents, { project, sessionId });
    await here.close();
  }
  const rows = (table: string) => desk.files.all(`select * from ${table}`);

  test('are deleted with all others, and nothing of them stays in the file', async () => {
    await keepHere(['Secret zebraword one']);
    const keeper = desk.open(room.server.url);
    await add(keeper, ['there']);
    expect(await keeper.deleteAll()).toBe(2);
    for (const table of ['coach_memories', 'memory_index', 'memory_words'])
      expect([table, rows(table)]).toEqual([table, []]);
    const blocks = desk.files.all('select cast(block as text) as text from memory_words_data');
    expect(texts(blocks.map(({ text }) => ({ content: String(text) }))).join()).not.toContain('zebraword');
    expect(await allOf(keeper)).toEqual([]);
  });

  test('are deleted with those of their project, and the others stay', async () => {
    await keepHere(['of alpha']);
    await keepHere(['of beta'], 'app-beta', 'other');
    const keeper = desk.open(room.server.url);
    await add(keeper, ['alpha, there']);
    await add(keeper, ['beta, there'], { project: 'app-beta', sessionId: 's2' });
    expect(await keeper.deleteAll('app-alpha')).toBe(2);
    expect(texts(await allOf(keeper)).sort()).toEqual(['beta, there', 'of beta']);
    expect(rows('memory_index')).toHaveLength(1);
  });

  test('that wait for ChromaDB are deleted before it has them, and their marks with them', async () => {
    await using relay = await ChromaRelay.make(room.server.port);
    await add(desk.open(NOWHERE, { limits: SHORT }), ['waits']);
    relay.fate = ({ path }) => (path.endsWith('/upsert') ? 'broken' : 'passed');
    const keeper = desk.open(relay.url);
    expect(texts(await allOf(keeper))).toEqual(['waits']);
    expect(await keeper.deleteAll()).toBe(1);
    expect([rows('coach_memories'), rows('memory_aside')]).toEqual([[], []]);
    relay.fate = () => 'passed';
    expect(await allOf(keeper)).toEqual([]);
    expect(await room.records()).toEqual(new Map());
  });

  test('stay where ChromaDB is away: nothing is deleted by halves', async () => {
    await keepHere(['here']);
    await expect(desk.open(NOWHERE, { limits: SHORT }).deleteAll()).rejects.toMatchObject({
      code: 'memory_unavailable',
    });
    expect(rows('coach_memories')).toHaveLength(1);
  });

  test('are exported with those in ChromaDB, in one order, each once', async () => {
    await keepHere(['one', 'two']);
    const keeper = desk.open(room.server.url);
    await add(keeper, ['three']);
    await keepHere(['four'], 'app-alpha', 'later');
    await add(keeper, ['five']);
    expect(texts(await allOf(keeper))).toEqual(['one', 'two', 'three', 'four', 'five']);
    // As when the program ends after a memory was handed over, and before it was taken off.
    await keeper.take(await allOf(desk.open()));
    expect(texts(await allOf(keeper))).toEqual(['one', 'two', 'three', 'four', 'five']);
  });

  test('are told of in the list, which does not have them', async () => {
    const keeper = desk.open(room.server.url);
    await add(keeper, ['there']);
    expect((await keeper.list({ limit: 5 })).trouble).toBeUndefined();
    await keepHere(['one']);
    const list = await keeper.list({ limit: 5 });
    expect(list).toMatchObject({
      total: 1,
      trouble: expect.stringMatching(/^1 memory is not shown.*memories move --to/),
    });
    await keepHere(['two'], 'app-beta', 'other');
    expect((await keeper.list({ limit: 5 })).trouble).toMatch(/^2 memories are not shown/);
    expect((await keeper.list({ limit: 5, project: 'app-beta' })).trouble).toMatch(/^1 memory/);
  });

  test('come from ids of any length and kind, a page after the other', async () => {
    const ids = ['a', 'b', 'c'].map((letter) => letter.repeat(5000));
    const keeper = desk.open(room.server.url);
    await add(keeper, ['ours']);
    const collection = await room.raw.getCollection({ name: COLLECTION });
    const embeddings = [...ids, 'x\0y'].map(() => Array.from({ length: 384 }, () => 0.1));
    const metadatas = embeddings.map(() => ({ created_at: '2026-01-01T00:00:00.000Z', session_id: 's', project: 'p' }));
    await collection.add({ ids: [...ids, 'x\0y'], documents: ['1', '2', '3', '4'], embeddings, metadatas });
    const expected = [['ours'], ['4'], ['3'], ['2'], ['1']];
    expect((await pagesOf(keeper, { limit: 1 })).map(texts)).toEqual(expected);
    const found = await pagesOf(keeper, { limit: 1, query: 'ours' });
    expect(texts(found.flat()).sort()).toEqual(['1', '2', '3', '4', 'ours']);
    const next = (await keeper.list({ limit: 4 })).next ?? '';
    expect(next.length).toBeLessThan(200);
    // Where the last one of the page before is gone, its moment begins anew.
    await keeper.delete(ids[1] as string);
    expect(texts((await keeper.list({ limit: 4, after: next })).memories)).toEqual(['4', '3', '1']);
    const here = desk.open();
    await here.take(await allOf(keeper));
    expect((await pagesOf(here, { limit: 1 })).map(texts)).toEqual([['ours'], ['4'], ['3'], ['1']]);
    expect((await allOf(here)).map(({ id }) => id)).toContain('x y');
  });
});
