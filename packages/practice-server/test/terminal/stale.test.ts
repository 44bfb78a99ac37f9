import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { decodeServerFrame, encodeClientFrame } from '@agent-factory/protocol';
import { afterEach, expect, test, vi } from 'vitest';
import { WebSocket, WebSocketServer } from 'ws';
import { Channel, type ChannelOptions } from '../../src/terminal/channel.js';
import { serveConnection } from '../../src/terminal/connection.js';

const EVERY_MS = 25_000;

afterEach(() => {
  vi.useRealTimers();
});

/** A page and its connection, at a terminal that cannot be opened. */
async function connect(autoPong = true) {
  const server = new WebSocketServer({ host: '127.0.0.1', port: 0 });
  await once(server, 'listening');
  const options: ChannelOptions = {
    openClient: () => {
      throw new Error('no more descriptors');
    },
    paste: async () => {},
    bytesWritten: async () => new Map(),
    greetings: () => [],
    onInput: () => {},
    held: () => undefined,
    onPresence: () => {},
    onClientExit: () => {},
  };
  server.on('connection', (socket) => serveConnection(socket, new Channel(options)));
  const page = new WebSocket(`ws://127.0.0.1:${(server.address() as AddressInfo).port}`, { autoPong });
  const pings: number[] = [];
  page.on('ping', () => pings.push(performance.now()));
  await once(page, 'open');
  return {
    page,
    [Symbol.asyncDispose]: async () => {
      page.terminate();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

test('[terminal-events 2 server-ping] a page is pinged every 25 s for as long as it answers', async () => {
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval', 'performance'] });
  await using connection = await connect();
  for (let round = 0; round < 5; round += 1) {
    const ping = once(connection.page, 'ping');
    vi.advanceTimersByTime(EVERY_MS);
    await ping;
    // Its answer is on the way: a round trip of our own comes behind it.
    const pong = once(connection.page, 'message');
    connection.page.send(encodeClientFrame({ type: 'ping' }));
    await pong;
  }
  expect(connection.page.readyState).toBe(WebSocket.OPEN);
});

test('[terminal-events 2 server-ping] a page that answers nothing is let go', async () => {
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval', 'performance'] });
  await using connection = await connect(false);
  const closed = once(connection.page, 'close');
  for (let round = 0; round < 3; round += 1) vi.advanceTimersByTime(EVERY_MS);
  expect((await closed)[0]).toBe(1006);
});

test('[terminal-events 2 attach-failed] a page whose terminal cannot be opened is told so, and closed', async () => {
  await using connection = await connect();
  const told = once(connection.page, 'message');
  const closed = once(connection.page, 'close');
  connection.page.send(encodeClientFrame({ type: 'resize', cols: 80, rows: 24 }));
  const frame = decodeServerFrame(String((await told)[0]));
  expect(frame).toMatchObject({ ok: true, value: { type: 'error', code: 'attach_failed' } });
  expect((await closed)[0]).toBe(4005);
});
