import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { moveBetweenPlaces } from '../../src/memory/places.js';
import { whyNoChroma } from '../fixtures/chroma-server.js';
import { allOf, MemoryDesk, PATIENT, some } from '../fixtures/memory-desk.js';
import { add, ChromaRoom, SHORT } from './chroma-room.js';

let desk: MemoryDesk;

beforeEach(async () => {
  desk = await MemoryDesk.make();
});
afterEach(() => desk[Symbol.asyncDispose]());

function move(to: 'here' | 'chromadb', chromadbUrl: string | undefined, isDryRun = false) {
  return moveBetweenPlaces({ host: desk.host, chromadbUrl, to, isDryRun, limits: PATIENT });
}

test.each([undefined, '', '  '])(
  'without an address of ChromaDB (%j), says what to set, and moves none',
  async (url) => {
    await add(desk.open(), ['one']);
    for (const to of ['here', 'chromadb'] as const)
      await expect(move(to, url)).rejects.toMatchObject({
        code: 'memory_unavailable',
        message: expect.stringContaining('CHROMADB_URL'),
      });
    expect(await allOf(desk.open())).toHaveLength(1);
  },
);

test('where nobody answers, says where, without a password, and moves none', async () => {
  await add(desk.open(), ['one']);
  const moving = move('chromadb', 'http://me:secret@127.0.0.1:1');
  await expect(moving).rejects.toMatchObject({ code: 'memory_unavailable', facts: { url: 'http://127.0.0.1:1' } });
  await expect(moving).rejects.not.toThrow(/secret/);
  expect(await allOf(desk.open())).toHaveLength(1);
});

describe.skipIf((await whyNoChroma()) !== undefined)('with a real ChromaDB', () => {
  let room: ChromaRoom;
  let url: string;

  beforeAll(async () => {
    room = await ChromaRoom.make();
    url = room.server.url;
  });
  beforeEach(() => room.reset());
  afterAll(() => room[Symbol.asyncDispose]());

  test('[coach memories-move] moves all there and back again, as they were; twice is as once', async () => {
    const here = desk.open();
    await add(here, ['closures keep variables', 'promises run later'], { sessionId: 's1' });
    await add(here, ['the learner likes diagrams'], { sessionId: 's2', project: 'app-beta' });
    const before = await allOf(here);
    expect(await move('chromadb', url, true)).toEqual({ found: 3, moved: 0, left: 3, url });
    expect(await allOf(here)).toEqual(before);
    expect(await room.records()).toEqual(new Map());
    expect(await move('chromadb', url)).toEqual({ found: 3, moved: 3, left: 0, url });
    expect(await allOf(here)).toEqual([]);
    expect([...(await room.records()).keys()].sort()).toEqual(before.map(({ id }) => id).sort());
    expect(await move('chromadb', url)).toEqual({ found: 0, moved: 0, left: 0, url });
    expect(await move('here', url, true)).toMatchObject({ found: 3, moved: 0 });
    expect(await move('here', url)).toEqual({ found: 3, moved: 3, left: 0, url });
    expect(await allOf(here)).toEqual(before);
    expect(await room.records()).toEqual(new Map());
    expect((await here.query({ queryText: 'diagrams' }))[0]?.content).toBe('the learner likes diagrams');
  });

  test('takes those along that waited for ChromaDB, and their ids are free again', async () => {
    await using waiting = await MemoryDesk.make();
    const unreached = waiting.open('http://127.0.0.1:1', { limits: SHORT });
    expect(await add(unreached, ['waits'], { sessionId: 's1' })).toEqual({ added: 0 });
    const moving = { host: waiting.host, chromadbUrl: url, limits: PATIENT };
    expect(await moveBetweenPlaces({ ...moving, to: 'chromadb' })).toMatchObject({ found: 1, moved: 1, left: 0 });
    expect([...(await room.records()).values()].map(({ document }) => document)).toEqual(['waits']);
    expect(waiting.files.all('select id from memory_aside')).toEqual([]);
    expect(await unreached.add({ memories: [some('waits, too')], sessionId: 's1', project: 'p' })).toEqual({
      added: 0,
    });
    expect(waiting.files.all('select id from memory_aside')).toHaveLength(1);
    expect(await moveBetweenPlaces({ ...moving, to: 'here' })).toMatchObject({ found: 2, moved: 2, left: 0 });
    expect((await allOf(waiting.open())).map(({ content }) => content).sort()).toEqual(['waits', 'waits, too']);
  });
});
