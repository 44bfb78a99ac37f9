import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import type { CoachedProject, PageConnection } from '@agent-factory/coach';
import { afterEach, expect, test, vi } from 'vitest';
import { WebSocket, WebSocketServer } from 'ws';
import { PageSocket } from '../../src/coach/page-socket.js';
import { waitUntil } from '../fixtures/wait-until.js';

const CALLER = { kind: 'workbench' } as const;
const EVERY_MS = 25_000;

afterEach(() => {
  vi.useRealTimers();
});

/** A page and its socket, at a project that takes its time with each message. */
async function connect({ autoPong = true, handle = async () => {}, settled = async () => {} } = {}) {
  const server = new WebSocketServer({ host: '127.0.0.1', port: 0 });
  await once(server, 'listening');
  const received: string[] = [];
  let isForgotten = false;
  const connection: PageConnection = {
    async receive(text) {
      received.push(text);
      await handle();
    },
    close() {
      isForgotten = true;
    },
  };
  const project = { connect: () => connection } as unknown as CoachedProject;
  server.on('connection', (socket) => new PageSocket(socket, { project, caller: CALLER, events: { settled } }));
  const page = new WebSocket(`ws://127.0.0.1:${(server.address() as AddressInfo).port}`, { autoPong });
  await once(page, 'open');
  return {
    page,
    received,
    isForgotten: () => isForgotten,
    [Symbol.asyncDispose]: async () => {
      page.terminate();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

test('a page is pinged every 25 s for as long as it answers', async () => {
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval', 'performance'] });
  await using connection = await connect();
  for (let round = 0; round < 5; round += 1) {
    const ping = once(connection.page, 'ping');
    vi.advanceTimersByTime(EVERY_MS);
    await ping;
    // Its answer is on the way: this comes behind it.
    connection.page.send(String(round));
    await waitUntil('the message is there', () => connection.received.includes(String(round)));
  }
  expect(connection.page.readyState).toBe(WebSocket.OPEN);
});

test('a page that answers nothing is let go, and forgotten', async () => {
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval', 'performance'] });
  await using connection = await connect({ autoPong: false });
  const closed = once(connection.page, 'close');
  for (let round = 0; round < 3; round += 1) vi.advanceTimersByTime(EVERY_MS);
  expect((await closed)[0]).toBe(1006);
  await waitUntil('it is forgotten', connection.isForgotten);
});

test('a page that sends faster than it is heard waits on its own side, and everything comes in order', async () => {
  let hear = () => {};
  const heard = new Promise<void>((resolve) => {
    hear = resolve;
  });
  await using connection = await connect({ handle: () => heard });
  const texts = Array.from({ length: 300 }, (_, index) => `${index} ${'x'.repeat(100_000)}`);
  for (const text of texts) connection.page.send(text);
  await waitUntil('the first is there', () => connection.received.length === 1);
  // 30 MB do not fit into the buffers between the two: most of it has to wait.
  await waitUntil('the page has to wait', () => connection.page.bufferedAmount > 10_000_000);
  expect(connection.received).toHaveLength(1);
  hear();
  await waitUntil('all are there', () => connection.received.length === texts.length);
  expect(connection.received).toEqual(texts);
});

test('a page is read no faster than the log takes what it does', async () => {
  let store = () => {};
  const stored = new Promise<void>((resolve) => {
    store = resolve;
  });
  let waits = 0;
  const settled = () => {
    waits += 1;
    return stored;
  };
  await using connection = await connect({ settled });
  for (const text of ['1', '2', '3']) connection.page.send(text);
  await waitUntil('it waits for the log', () => waits === 1);
  expect(connection.received).toEqual(['1']);
  store();
  await waitUntil('all are there', () => connection.received.length === 3);
});

test('a page whose message takes long is there, though its answers to pings cannot be read', async () => {
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval', 'performance'] });
  let end = () => {};
  const ended = new Promise<void>((resolve) => {
    end = resolve;
  });
  await using connection = await connect({ autoPong: false, handle: () => ended });
  connection.page.send('long');
  await waitUntil('it is being handled', () => connection.received.length === 1);
  for (let round = 0; round < 5; round += 1) vi.advanceTimersByTime(EVERY_MS);
  end();
  connection.page.send('next');
  await waitUntil('the next one is heard', () => connection.received.includes('next'));
  expect(connection.page.readyState).toBe(WebSocket.OPEN);
});

test('a page that sends is there, even if it answers no ping', async () => {
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval', 'performance'] });
  await using connection = await connect({ autoPong: false });
  for (let round = 0; round < 5; round += 1) {
    vi.advanceTimersByTime(EVERY_MS);
    connection.page.send(String(round));
    await waitUntil('the message is there', () => connection.received.includes(String(round)));
  }
  expect(connection.page.readyState).toBe(WebSocket.OPEN);
});

test('nothing pings a page that has left', async () => {
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval', 'performance'] });
  await using connection = await connect();
  expect(vi.getTimerCount()).toBe(1);
  connection.page.close();
  await waitUntil('it is forgotten', connection.isForgotten);
  expect(vi.getTimerCount()).toBe(0);
});
