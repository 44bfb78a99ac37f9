import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { whyNoChroma } from '../fixtures/chroma-server.js';
import { MemoryDesk } from '../fixtures/memory-desk.js';
import { ChromaRelay, type Fate } from './chroma-relay.js';
import { add, ChromaRoom, found, READY } from './chroma-room.js';

const OAUTH = 'The OAuth callback had a race condition: two requests exchanged the same code.';
const CSS = 'Found it hard to place items with CSS grid layout.';

describe.skipIf((await whyNoChroma()) !== undefined)('memories in ChromaDB', () => {
  let room: ChromaRoom;
  let desk: MemoryDesk;
  let keeper: ReturnType<MemoryDesk['open']>;

  beforeAll(async () => {
    room = await ChromaRoom.make();
  });
  afterAll(() => room?.[Symbol.asyncDispose]());
  beforeEach(async () => {
    await room.reset();
    desk = await MemoryDesk.make();
    keeper = desk.open(room.server.url);
  });
  afterEach(() => desk[Symbol.asyncDispose]());

  test('[coaching-backend FR-096] [coaching-backend FR-097] [coaching-backend SC-050] opens its collection when it starts, without being asked', async () => {
    await expect.poll(() => desk.messages('info')).toEqual([READY]);
    expect((await room.raw.listCollections()).map(({ name }) => name)).toEqual(['paige_memories']);
    expect(await keeper.isAvailable()).toBe(true);
    // It takes the collection that is there, with what is in it.
    await add(keeper, [CSS]);
    expect(await found(desk.open(room.server.url), CSS)).toEqual([CSS]);
    expect(await keeper.identity()).toBe((await room.raw.getCollection({ name: 'paige_memories' })).id);
  });

  test('[coaching-backend FR-099] [coaching-backend SC-046] keeps text, session, project, time, importance and tags', async () => {
    const given = [{ content: OAUTH, tags: ['oauth', 'async'], importance: 'high' as const }, CSS];
    expect(await add(keeper, given, { sessionId: 'abc' })).toEqual({ added: 2 });
    const common = { session_id: 'abc', project: 'app-alpha', created_at: '2026-03-01T10:00:00.000Z' };
    expect(await room.records()).toEqual(
      new Map([
        ['mem_abc_0', { document: OAUTH, metadata: { ...common, importance: 'high', tags: 'oauth,async' } }],
        ['mem_abc_1', { document: CSS, metadata: { ...common, importance: 'medium', tags: '' } }],
      ]),
    );
    expect((await keeper.query({ queryText: OAUTH }))[0]).toEqual({
      id: 'mem_abc_0',
      content: OAUTH,
      metadata: { ...common, importance: 'high', tags: 'oauth,async' },
      distance: expect.closeTo(0, 3),
    });
  });

  test('[coaching-backend FR-100] numbers from 0, goes on in the next call, and takes no id that is taken', async () => {
    await add(keeper, ['first', 'second'], { sessionId: 'a' });
    await add(keeper, ['other'], { sessionId: 'a_1' });
    await Promise.all([
      add(keeper, ['third', 'fourth'], { sessionId: 'a' }),
      add(keeper, ['fifth'], { sessionId: 'a' }),
    ]);
    await add(desk.open(room.server.url), ['sixth'], { sessionId: 'a' });
    const records = await room.records();
    expect([...records.keys()].sort()).toEqual([...[0, 1, 2, 3, 4, 5].map((n) => `mem_a_${n}`), 'mem_a_1_0'].sort());
    expect(new Set([...records.values()].map(({ document }) => document))).toEqual(
      new Set(['first', 'second', 'other', 'third', 'fourth', 'fifth', 'sixth']),
    );
  });

  test('[coaching-backend FR-100] lets those who add at the same time take turns', async () => {
    await using relay = await ChromaRelay.make(room.server.port);
    const watched = desk.open(relay.url);
    const added = await Promise.all(Array.from({ length: 20 }, (_, n) => add(watched, [`one ${n}`, `two ${n}`])));
    expect(added).toEqual(Array(20).fill({ added: 2 }));
    expect((await room.records()).size).toBe(40);
    // None had to try twice.
    expect(relay.count('add')).toBe(20);
  });

  test('[coaching-backend FR-100] loses nothing where another process takes the same ids at the same moment', async () => {
    await using relay = await ChromaRelay.make(room.server.port);
    const other = desk.open(room.server.url);
    await add(other, ['theirs']);
    let isFirst = true;
    relay.fate = async ({ path }): Promise<Fate> => {
      if (path.endsWith('/add') && isFirst) {
        isFirst = false;
        await add(other, ['theirs too']);
      }
      return 'passed';
    };
    expect(await add(desk.open(relay.url), ['ours', 'ours too'])).toEqual({ added: 2 });
    expect(isFirst).toBe(false);
    const documents = [...(await room.records()).values()].map(({ document }) => document);
    expect(documents.sort()).toEqual(['ours', 'ours too', 'theirs', 'theirs too']);
  });

  test('[coaching-backend SC-047] finds what means the same, the nearest first', async () => {
    await add(keeper, [CSS, OAUTH]);
    const results = await keeper.query({ queryText: 'race condition in auth flow' });
    expect(results.map(({ content }) => content)).toEqual([OAUTH, CSS]);
    const [near = Number.NaN, far = Number.NaN] = results.map(({ distance }) => distance);
    expect(near).toBeGreaterThanOrEqual(0);
    expect(near).toBeLessThan(far);
  });

  test('[coaching-backend FR-101] gives ten results unless it is told how many', async () => {
    await add(
      keeper,
      Array.from({ length: 12 }, (_, n) => `closures, part ${n}`),
    );
    expect(await found(keeper, 'closures')).toHaveLength(10);
    expect(await found(keeper, 'closures', { nResults: 5 })).toHaveLength(5);
    for (const nResults of [0, -3, Number.NaN, 1e300])
      expect(await found(keeper, 'closures', { nResults })).not.toHaveLength(0);
    expect(desk.messages('warning')).toEqual([]);
  });

  test('[coaching-backend EC-52] gives fewer where there are fewer', async () => {
    expect(await found(keeper, 'closures')).toEqual([]);
    await add(keeper, ['closures']);
    expect(await found(keeper, 'closures', { nResults: 7 })).toEqual(['closures']);
    expect(desk.messages('warning')).toEqual([]);
  });

  test('[coaching-backend FR-102] [coaching-backend SC-048] [coaching-backend SC-049] finds those of all projects, or of one', async () => {
    const theirs = Array.from({ length: 30 }, () => 'useEffect cleanup');
    await add(keeper, theirs, { sessionId: 'b', project: 'app-beta' });
    await add(keeper, ['useEffect needs a cleanup'], { sessionId: 'a', project: 'app-alpha' });
    const everywhere = await keeper.query({ queryText: 'useEffect cleanup', nResults: 31 });
    expect(new Set(everywhere.map(({ metadata }) => metadata.project))).toEqual(new Set(['app-alpha', 'app-beta']));
    // The other project's are nearer, and more than are asked for.
    expect(await found(keeper, 'useEffect cleanup', { nResults: 2, project: 'app-alpha' })).toEqual([
      'useEffect needs a cleanup',
    ]);
    expect(await found(keeper, 'useEffect cleanup', { project: 'another' })).toEqual([]);
  });

  test('[coaching-backend EC-48] asks ChromaDB nothing when nothing is given, reached or not', async () => {
    await using relay = await ChromaRelay.make(room.server.port);
    const watched = desk.open(relay.url);
    for (const isReached of [true, false]) {
      relay.fate = () => (isReached ? 'passed' : 'broken');
      expect(await watched.isAvailable()).toBe(isReached);
      const [requests, warnings] = [relay.seen.length, desk.messages('warning').length];
      expect(await add(watched, [])).toEqual({ added: 0 });
      expect(relay.seen).toHaveLength(requests);
      expect(desk.messages('warning')).toHaveLength(warnings);
    }
  });

  test('[coaching-backend EC-49] answers an empty question, and one of no words', async () => {
    await add(keeper, [CSS, OAUTH]);
    for (const question of ['', '   ', '!?', '🙂', '\0', '\ud83d'])
      expect(await found(keeper, question)).toHaveLength(2);
    expect(desk.messages('warning')).toEqual([]);
  });

  test('[coaching-backend FR-107] [coaching-backend EC-50] joins tags by commas and leaves their own commas out', async () => {
    await add(keeper, [{ tags: ['a,b', ',', '', 'c', 'c'] }]);
    expect((await room.records()).get('mem_s1_0')?.metadata?.tags).toBe('a b,c');
    expect((await keeper.list({ limit: 1 })).memories[0]?.tags).toEqual(['a b', 'c']);
  });

  test('[coaching-backend EC-51] takes many in a single request', async () => {
    await using relay = await ChromaRelay.make(room.server.port);
    const watched = desk.open(relay.url);
    const many = Array.from({ length: 250 }, (_, n) => `insight ${n}`);
    expect(await add(watched, many)).toEqual({ added: 250 });
    expect(relay.count('add')).toBe(1);
    const documents = [...(await room.records()).values()].map(({ document }) => document);
    expect(new Set(documents)).toEqual(new Set(many));
    expect(await found(keeper, 'insight 249', { nResults: 1 })).toEqual(['insight 249']);
  });
});
