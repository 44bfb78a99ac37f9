import { CLOSE_CODES } from '@agent-factory/protocol';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import type { ChannelOptions } from '../../src/terminal/channel.js';
import { serveConnection } from '../../src/terminal/connection.js';
import { withResolvers } from '../fixtures/with-resolvers.js';
import { FakeSocket, heard, openChannel, SIZE } from './support/fakes.js';

const PING_MS = 25_000;

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'setInterval', 'clearInterval', 'performance'] });
});
afterEach(() => {
  vi.useRealTimers();
});

/** A page that has said its size, and whose client tmux draws to. */
function connect(more: Partial<ChannelOptions> = {}) {
  const opened = openChannel(more);
  const socket = new FakeSocket();
  serveConnection(socket.asSocket, opened.channel);
  socket.say({ type: 'resize', ...SIZE });
  const client = opened.latest();
  client.print('drawn');
  return { ...opened, socket, client };
}

/** Holds input as often as the test says. */
function holding() {
  const state: { held: Promise<unknown> | undefined } = { held: undefined };
  const hold = () => {
    const { promise, resolve } = withResolvers();
    state.held = promise;
    return resolve;
  };
  const letGo = () => {
    state.held = undefined;
  };
  return { held: () => state.held, hold, letGo };
}

describe('a connection', () => {
  test('that has named its size is not waited for to say it', () => {
    const socket = new FakeSocket();
    const { channel, latest } = openChannel();
    serveConnection(socket.asSocket, channel, SIZE);
    latest().print('drawn');
    vi.advanceTimersByTime(11_000);
    expect([socket.told, socket.closed]).toEqual([['attached'], undefined]);
    socket.go();
    expect(vi.getTimerCount()).toBe(0);
  });

  test.each([
    ['before its page has said its size', false],
    ['afterwards', true],
  ])('leaves no timer behind when it closes %s', (_, saysSize) => {
    const socket = new FakeSocket();
    const { channel } = openChannel();
    serveConnection(socket.asSocket, channel);
    if (saysSize) socket.say({ type: 'resize', ...SIZE });
    socket.go();
    expect(vi.getTimerCount()).toBe(0);
    expect(channel.empty).toBe(true);
  });

  test('is kept while its page says something, also where that answers no ping', () => {
    const { socket } = connect();
    for (let round = 0; round < 5; round += 1) {
      vi.advanceTimersByTime(PING_MS);
      socket.say({ type: 'ping' });
    }
    expect(socket.isTerminated).toBe(false);
    vi.advanceTimersByTime(3 * PING_MS);
    expect(socket.isTerminated).toBe(true);
  });

  test('is kept while it is not read, as its page cannot be heard then', async () => {
    const { held, hold, letGo } = holding();
    const { socket, client } = connect({ held });
    const goOn = hold();
    socket.type('ls');
    vi.advanceTimersByTime(5 * PING_MS);
    expect(socket.isTerminated).toBe(false);
    letGo();
    goOn(undefined);
    await heard();
    expect(client.typed).toBe('ls');
    vi.advanceTimersByTime(3 * PING_MS);
    expect(socket.isTerminated).toBe(true);
  });

  test('that was refused takes nothing more of what still arrives', () => {
    const { socket, client } = connect();
    socket.sayText('{"type":"nonsense"}');
    expect(socket.closed).toBe(CLOSE_CODES.protocol_error.code);
    socket.type('rm -rf .');
    socket.say({ type: 'resize', cols: 140, rows: 44 });
    expect(client.typed).toBe('');
    expect(client.sizes).toEqual([SIZE]);
  });
});

describe('keys that are held', () => {
  test('stay held where something else holds them by then', async () => {
    const { held, hold, letGo } = holding();
    const { socket, client } = connect({ held });
    const endFirst = hold();
    socket.type('ls');
    const endSecond = hold();
    endFirst(undefined);
    await heard();
    expect(client.typed).toBe('');
    letGo();
    endSecond(undefined);
    await heard();
    expect(client.typed).toBe('ls');
  });
});

describe('a paste', () => {
  test('begins when the keys before it have reached the program', async () => {
    const paste = vi.fn(async () => {});
    const { socket, client } = connect({ paste });
    const { promise, resolve } = withResolvers();
    client.received = promise;
    socket.type('keys');
    socket.say({ type: 'paste', bytes: 3 });
    socket.type('abc');
    await heard();
    expect(paste).not.toHaveBeenCalled();
    resolve(undefined);
    await heard();
    expect(paste).toHaveBeenCalledOnce();
    expect(socket.frames.at(-1)).toEqual({ type: 'pasted', bytes: 3 });
  });

  test('that its page has cancelled is not answered', async () => {
    const failed = vi.fn();
    const { socket } = connect({
      paste: (_, signal) =>
        new Promise((_, reject) => {
          signal.addEventListener('abort', () => {
            failed();
            reject(new Error('it was given up'));
          });
        }),
    });
    socket.say({ type: 'paste', bytes: 6 });
    socket.type('abc');
    await heard();
    socket.say({ type: 'paste_cancel' });
    await heard();
    expect(failed).toHaveBeenCalledOnce();
    expect(socket.told).toEqual(['attached']);
  });
});
