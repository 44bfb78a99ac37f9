import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout as delay } from 'node:timers/promises';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { whyNoChroma } from '../fixtures/chroma-server.js';
import { allOf, MemoryDesk, some } from '../fixtures/memory-desk.js';
import { ChromaRelay } from './chroma-relay.js';
import { add, ChromaRoom, found, READY, SHORT, unavailableAt } from './chroma-room.js';

const CLEANUP = 'useEffect needs a cleanup';
const refusal = expect.objectContaining({ code: 'memory_unavailable' });

describe.skipIf((await whyNoChroma()) !== undefined)('memories in a ChromaDB that comes and goes', () => {
  let room: ChromaRoom;
  let desk: MemoryDesk;

  beforeAll(async () => {
    room = await ChromaRoom.make();
  });
  afterAll(() => room?.[Symbol.asyncDispose]());
  beforeEach(async () => {
    // Whatever the test before has killed.
    await room.server.kill();
    await room.server.start();
    await room.reset();
    desk = await MemoryDesk.make();
  });
  afterEach(() => desk[Symbol.asyncDispose]());

  test('[coaching-backend FR-098] [coaching-backend SC-051] [coaching-backend FR-105] starts without it, and says so once', async () => {
    await room.server.kill();
    const keeper = desk.open(room.server.url);
    await expect.poll(() => desk.messages()).toEqual([unavailableAt(room.server.url)]);
    expect(desk.log[0]?.level).toBe('warning');
    expect(await keeper.isAvailable()).toBe(false);
    expect(await keeper.isAvailable()).toBe(false);
    expect(desk.messages()).toEqual([unavailableAt(room.server.url)]);
  });

  test('[coaching-backend FR-103] [coaching-backend FR-104] [coaching-backend SC-052] adds and finds nothing without it, and logs that', async () => {
    await room.server.kill();
    const keeper = desk.open(room.server.url);
    await expect.poll(() => desk.messages()).toHaveLength(1);
    expect(await add(keeper, [CLEANUP])).toEqual({ added: 0 });
    expect(desk.messages('warning')).toHaveLength(2);
    expect(await found(keeper, CLEANUP)).toEqual([]);
    expect(desk.messages('warning')).toHaveLength(3);
  });

  test('[coaching-backend SC-053] comes back with the next call once it is there, and has what was given meanwhile', async () => {
    await room.server.kill();
    const keeper = desk.open(room.server.url);
    expect(await add(keeper, ['given before'])).toEqual({ added: 0 });
    await room.server.start();
    expect(await add(keeper, [CLEANUP])).toEqual({ added: 1 });
    expect(desk.log.find(({ message }) => message === READY)?.facts.recovered).toBe(true);
    expect(await keeper.isAvailable()).toBe(true);
    const documents = [...(await room.records()).values()].map(({ document }) => document);
    expect(documents.sort()).toEqual(['given before', CLEANUP]);
    expect((await found(keeper, CLEANUP))[0]).toBe(CLEANUP);
  });

  test('[coaching-backend FR-106] [coaching-backend FR-105] finds out that it has died, and that it is back', async () => {
    const keeper = desk.open(room.server.url);
    await add(keeper, [CLEANUP]);
    await room.server.kill();
    expect(await found(keeper, CLEANUP)).toEqual([]);
    expect(desk.messages('warning')[0]).toBe(unavailableAt(room.server.url));
    expect(await keeper.isAvailable()).toBe(false);
    await room.server.start();
    expect(await found(keeper, CLEANUP)).toEqual([CLEANUP]);
    expect(desk.messages('info')).toEqual([READY, READY]);
  });

  test.each(['add', 'query'])('[coaching-backend EC-47] bears that it dies in the middle of %s', async (action) => {
    await using relay = await ChromaRelay.make(room.server.port);
    const keeper = desk.open(relay.url);
    await add(keeper, [CLEANUP]);
    relay.fate = async ({ path }) => {
      if (!path.endsWith(`/${action}`)) return 'passed';
      await room.server.kill();
      return 'broken';
    };
    if (action === 'add') expect(await add(keeper, ['lost?'])).toEqual({ added: 0 });
    else expect(await found(keeper, CLEANUP)).toEqual([]);
    expect(desk.messages('warning')).toContain(unavailableAt(relay.url));
    relay.fate = () => 'passed';
    expect(await keeper.isAvailable()).toBe(false);
    await room.server.start();
    expect((await found(keeper, CLEANUP))[0]).toBe(CLEANUP);
    expect(await room.records()).toHaveLength(action === 'add' ? 2 : 1);
  });

  test('[coaching-backend EC-47] keeps a memory once whose answer was lost after it was stored', async () => {
    await using relay = await ChromaRelay.make(room.server.port);
    const keeper = desk.open(relay.url);
    expect(await keeper.isAvailable()).toBe(true);
    let isFirst = true;
    relay.fate = async ({ path, body }) => {
      if (!path.endsWith('/add') || !isFirst) return 'passed';
      isFirst = false;
      const headers = { 'content-type': 'application/json' };
      const stored = await fetch(`${room.server.url}${path}`, { method: 'POST', headers, body });
      expect(stored.ok).toBe(true);
      return 'broken';
    };
    expect(await add(keeper, [CLEANUP])).toEqual({ added: 0 });
    expect(await room.records()).toHaveLength(1);
    expect(await found(keeper, CLEANUP)).toEqual([CLEANUP]);
    expect(await room.records()).toHaveLength(1);
  });

  test('[coaching-backend EC-53] makes its collection anew when somebody has deleted it', async () => {
    const keeper = desk.open(room.server.url);
    await add(keeper, [CLEANUP]);
    await room.reset();
    expect(await add(keeper, ['after'])).toEqual({ added: 0 });
    expect(desk.messages('warning')[0]).toBe(unavailableAt(room.server.url));
    expect(await add(keeper, ['later'])).toEqual({ added: 1 });
    expect((await allOf(keeper)).map(({ content }) => content)).toEqual(['after', 'later']);
    await room.reset();
    expect(await found(keeper, 'after')).toEqual([]);
    expect(await found(keeper, 'after')).toEqual([]);
    expect(await keeper.isAvailable()).toBe(true);
  });

  test('[coaching-backend FR-106] gives up on a server that never answers', async () => {
    await using relay = await ChromaRelay.make(room.server.port);
    relay.fate = () => 'held';
    const keeper = desk.open(relay.url, { limits: SHORT });
    expect(await add(keeper, [CLEANUP])).toEqual({ added: 0 });
    expect(await found(keeper, CLEANUP)).toEqual([]);
    expect(desk.messages('warning')[0]).toBe(unavailableAt(relay.url));
    // What is given up is not left open.
    await expect.poll(() => relay.left).toBe(relay.seen.length);
    relay.fate = () => 'passed';
    expect((await found(keeper, CLEANUP))[0]).toBe(CLEANUP);
  });

  test('stays connected when the time that it had to connect, and to answer, is over', async () => {
    const keeper = desk.open(room.server.url, { limits: SHORT });
    await add(keeper, [CLEANUP]);
    await delay(Math.max(SHORT.connectMs, SHORT.answerMs) + 100);
    expect(await found(keeper, CLEANUP)).toEqual([CLEANUP]);
    expect(desk.messages()).toEqual([READY]);
  });

  test('ends what it asks when the daemon closes', async () => {
    await using relay = await ChromaRelay.make(room.server.port);
    const keeper = desk.open(relay.url, { limits: { connectMs: 600_000, answerMs: 600_000 } });
    expect(await keeper.isAvailable()).toBe(true);
    relay.fate = () => 'held';
    const before = relay.seen.length;
    const asked = [found(keeper, CLEANUP), add(keeper, [CLEANUP])];
    await expect.poll(() => relay.seen.length).toBeGreaterThan(before);
    await keeper.close();
    expect(await Promise.all(asked)).toEqual([[], { added: 0 }]);
    await expect.poll(() => relay.left).toBe(relay.seen.length - before);
  });
});

describe('memories in a ChromaDB that is not there', () => {
  let desk: MemoryDesk;
  beforeEach(async () => {
    desk = await MemoryDesk.make();
  });
  afterEach(() => desk[Symbol.asyncDispose]());

  // Nothing listens on port 1.
  test.each([
    ['another port', 'http://127.0.0.1:1'],
    ['another host', 'http://127.0.0.2:1'],
    ['no address', 'not an address'],
    ['another protocol', 'ftp://127.0.0.1:1'],
    ['a path', 'http://127.0.0.1:1/below'],
    ['a port that is none', 'http://127.0.0.1:99999'],
  ])('[coaching-backend EC-46] is given up at %s', async (_, url) => {
    const keeper = desk.open(url, { limits: SHORT });
    expect(await keeper.isAvailable()).toBe(false);
    expect(await add(keeper, [CLEANUP])).toEqual({ added: 0 });
    expect(await found(keeper, CLEANUP)).toEqual([]);
    expect(desk.messages('warning')[0]).toBe(unavailableAt(keeper.url ?? ''));
  });

  test.each([200, 302, 404, 500])(
    '[coaching-backend EC-46] is given up where something else answers with %i',
    async (status) => {
      const headers = { 'content-type': 'text/html', location: '/elsewhere' };
      const other = createServer((_, response) => void response.writeHead(status, headers).end('<html>Hello</html>'));
      other.listen(0, '127.0.0.1');
      await once(other, 'listening');
      try {
        const url = `http://127.0.0.1:${(other.address() as AddressInfo).port}`;
        const keeper = desk.open(url, { limits: SHORT });
        expect(await add(keeper, [CLEANUP])).toEqual({ added: 0 });
        expect(await found(keeper, CLEANUP)).toEqual([]);
        expect(await keeper.isAvailable()).toBe(false);
        expect(desk.messages('warning')[0]).toBe(unavailableAt(url));
      } finally {
        other.closeAllConnections();
        other.close();
      }
    },
  );

  test.each(['http://mia:s3cret@127.0.0.1:1', 'http://mia:s3cret@127.0.0.1:99999', 'ftp://mia:s3cret@127.0.0.1:1'])(
    'tells nobody what it signs in with at %s',
    async (url) => {
      const keeper = desk.open(url, { limits: SHORT });
      await keeper.query({ queryText: CLEANUP });
      await keeper.add({ memories: [some(CLEANUP)], sessionId: 's1', project: 'p' });
      const refused = await keeper.list({ limit: 1 }).catch((error) => error);
      const said = JSON.stringify([desk.log, keeper.url, refused, refused.message]);
      expect(said).toContain('memory_unavailable');
      expect(said).not.toMatch(/s3cret|mia/);
    },
  );

  test('refuses what the learner asks, and says where it looked', async () => {
    const keeper = desk.open('http://127.0.0.1:1', { limits: SHORT });
    const facts = expect.objectContaining({ url: 'http://127.0.0.1:1' });
    await expect(keeper.list({ limit: 10 })).rejects.toMatchObject({ code: 'memory_unavailable', facts });
    await expect(keeper.change('mem_s1_0', { content: 'x' })).rejects.toEqual(refusal);
    await expect(keeper.delete('mem_s1_0')).rejects.toEqual(refusal);
    await expect(keeper.deleteAll()).rejects.toEqual(refusal);
    await expect(allOf(keeper)).rejects.toEqual(refusal);
  });
});
