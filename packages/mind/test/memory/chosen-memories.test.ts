import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { ChosenMemories } from '../../src/memory/chosen-memories.js';
import { whyNoChroma } from '../fixtures/chroma-server.js';
import { MemoryDesk, PATIENT, some } from '../fixtures/memory-desk.js';
import { ChromaRelay } from './chroma-relay.js';
import { ChromaRoom } from './chroma-room.js';

const NOWHERE = 'http://mia:s3cret@127.0.0.1:1';
let desk: MemoryDesk;
let url: string | undefined;
let memories: ChosenMemories;

beforeEach(async () => {
  desk = await MemoryDesk.make();
  url = undefined;
  memories = await ChosenMemories.open({ host: desk.host, chromadbUrl: async () => url, limits: PATIENT });
});
afterEach(async () => {
  await memories.close();
  await desk[Symbol.asyncDispose]();
});

const add = (content: string) => memories.add({ memories: [some(content)], sessionId: 's1', project: 'p' });
const listed = async () => (await memories.list({ limit: 10 })).memories.map(({ content }) => content);

async function exported(): Promise<string[]> {
  const all = [];
  for await (const { content } of memories.all()) all.push(content);
  return all;
}

describe('where memories are kept', () => {
  test('is where the student has chosen by now, also when they choose anew', async () => {
    expect(await add('here')).toEqual({ added: 1 });
    url = NOWHERE;
    expect(await memories.place()).toMatchObject({ kept: 'chromadb', url: 'http://127.0.0.1:1' });
    await expect(memories.list({ limit: 10 })).rejects.toMatchObject({ code: 'memory_unavailable' });
    expect([await add('waits'), await memories.isAvailable()]).toEqual([{ added: 0 }, false]);
    url = ' ';
    expect(await memories.place()).toMatchObject({ kept: 'here', url: undefined });
    expect([await listed(), await memories.isAvailable()]).toEqual([['waits', 'here'], true]);
    expect(await exported()).toEqual(['here', 'waits']);
    // What waited for ChromaDB stays here now.
    expect(desk.files.all('select id from memory_aside')).toEqual([]);
  });

  test('stays the same place as long as they choose the same', async () => {
    const first = await memories.place();
    expect(await memories.place()).toBe(first);
    url = NOWHERE;
    const [one, other] = await Promise.all([memories.place(), memories.place()]);
    expect(one).toBe(other);
    expect(one).not.toBe(first);
  });

  test('is where each thing is looked up, changed and deleted', async () => {
    await add('useEffect needs a cleanup');
    await add('CSS grid');
    expect((await memories.query({ queryText: 'cleanup', nResults: 1 }))[0]?.id).toBe('mem_s1_0');
    expect(await memories.change('mem_s1_0', { importance: 'high' })).toMatchObject({ importance: 'high' });
    expect(await memories.delete('mem_s1_0')).toBe(1);
    expect(await memories.deleteAll('another')).toBe(0);
    expect(await memories.deleteAll()).toBe(1);
  });

  test('opens none once it is closed', async () => {
    const place = await memories.place();
    await memories.close();
    url = NOWHERE;
    expect(await memories.place()).toBe(place);
  });
});

test.skipIf((await whyNoChroma()) !== undefined)(
  'what ChromaDB is just being told is kept, when another place is chosen',
  async () => {
    await using room = await ChromaRoom.make();
    await using relay = await ChromaRelay.make(room.server.port);
    url = relay.url;
    expect(await add('there')).toEqual({ added: 1 });
    relay.fate = ({ path }) => (path.endsWith('/add') ? 'held' : 'passed');
    const held = relay.count('add') + 1;
    const adding = add('on its way');
    await expect.poll(() => relay.count('add')).toBe(held);
    url = undefined;
    expect(await listed()).toEqual(['on its way']);
    expect(await adding).toEqual({ added: 0 });
    url = room.server.url;
    expect((await listed()).sort()).toEqual(['there']);
    expect((await exported()).sort()).toEqual(['on its way', 'there']);
  },
);
