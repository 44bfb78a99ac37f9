import { CLOSE_CODES } from '@agent-factory/protocol';
import { afterEach, describe, expect, test, vi } from 'vitest';
import type { BytesWritten } from '../../src/terminal/last-screen.js';
import { openChannel } from './support/fakes.js';

const LARGE = { cols: 140, rows: 44 };
const SMALL = { cols: 61, rows: 17 };
const FRAME_MS = 16;

afterEach(() => {
  vi.useRealTimers();
  vi.restoreAllMocks();
});

/** Time that stands still until the test moves it, and says when somebody has asked for it. */
function stopTime() {
  let now = 0;
  let onLook = () => {};
  vi.spyOn(performance, 'now').mockImplementation(() => {
    onLook();
    return now;
  });
  const looked = () => new Promise<void>((resolve) => (onLook = resolve));
  return {
    /** Resolves when whoever looks again and again has looked at the new time. */
    async moveTo(ms: number) {
      now = ms;
      await looked();
      await looked();
    },
    jumpTo: (ms: number) => {
      now = ms;
    },
  };
}

describe('the end of a tmux client', () => {
  test('is looked into once, however many pages lose theirs', () => {
    const { join, onClientExit } = openChannel();
    const pages = [join(), join(), join()];
    for (const { client } of pages) client.events.onExit(1);
    expect(onClientExit.mock.calls).toEqual([[1]]);
  });

  test('is looked into again once a session has ended and the next one has begun', () => {
    const { channel, join, onClientExit } = openChannel();
    join().client.events.onExit(0);
    channel.end('exited');
    join().client.events.onExit(2);
    expect(onClientExit.mock.calls).toEqual([[0], [2]]);
  });

  test('is looked into again where the session was alive the last time', () => {
    const { channel, join, onClientExit } = openChannel();
    const [stays, lost] = [join(), join()];
    lost.client.events.onExit(1);
    channel.dropLost();
    expect([stays.socket.closed, lost.socket.closed]).toEqual([undefined, CLOSE_CODES.attach_failed.code]);
    stays.client.events.onExit(0);
    expect(onClientExit.mock.calls).toEqual([[1], [0]]);
  });

  test('does not cost a page its connection that has had a new client since', () => {
    const { channel, join, latest } = openChannel();
    const [writer, taker] = [join(), join()];
    writer.client.events.onExit(1);
    channel.takeOver(taker.guest);
    expect(latest().role).toBe('watcher');
    channel.dropLost();
    expect([writer.socket.closed, taker.socket.closed]).toEqual([undefined, undefined]);
  });
});

describe('a page that takes over', () => {
  test('is told everything once, as everybody is', () => {
    const { channel, join } = openChannel();
    const [writer, taker, watcher] = [join(), join(), join()];
    channel.takeOver(taker.guest);
    channel.broadcast({ type: 'pong' });
    expect([writer, taker, watcher].map(({ socket }) => socket.told)).toEqual([['pong'], ['pong'], ['pong']]);
  });

  test('does not get the size that the former writer was about to have', () => {
    vi.useFakeTimers();
    const { channel, join, clients } = openChannel();
    const [writer, taker] = [join(), join()];
    channel.resize(writer.guest, LARGE);
    channel.resize(writer.guest, SMALL);
    channel.takeOver(taker.guest);
    vi.advanceTimersByTime(2 * FRAME_MS);
    expect(clients.flatMap(({ sizes }) => sizes)).not.toContainEqual(SMALL);
    expect(clients.at(-1)?.sizes).toEqual([LARGE]);
  });
});

describe('a watcher that tmux has not drawn to yet', () => {
  test('is told the size of the writer with its first output, and from then on with each change', () => {
    vi.useFakeTimers();
    const { channel, join } = openChannel();
    const [writer, watcher] = [join(), join()];
    channel.resize(writer.guest, LARGE);
    expect(watcher.socket.told).toEqual([]);
    expect(watcher.client.sizes.at(-1)).toEqual(LARGE);
    watcher.client.print('drawn');
    vi.advanceTimersByTime(2 * FRAME_MS);
    channel.resize(writer.guest, SMALL);
    expect(watcher.socket.frames).toEqual([
      { type: 'attached', role: 'watcher', ...LARGE },
      { type: 'grid', ...SMALL },
    ]);
  });
});

describe('the end of a session', () => {
  test.each([
    ['that has ended', 'session_ended', ({ channel }: ReturnType<typeof openChannel>) => channel.end('exited')],
    ['whose daemon stops', 'going_away', ({ channel }: ReturnType<typeof openChannel>) => channel.goAway()],
  ] as const)('leaves no client behind, nor a size that waits for its turn: one %s', (_, name, end) => {
    vi.useFakeTimers();
    const opened = openChannel();
    const [writer, watcher] = [opened.join(), opened.join()];
    for (const size of [LARGE, SMALL]) opened.channel.resize(writer.guest, size);
    end(opened);
    expect(opened.clients.map(({ isDisposed }) => isDisposed)).toEqual([true, true]);
    expect([writer, watcher].map(({ socket }) => socket.closed)).toEqual(Array(2).fill(CLOSE_CODES[name].code));
    expect(opened.channel.empty).toBe(true);
    expect(vi.getTimerCount()).toBe(0);
  });

  test('waits for seconds for clients that are read to their end, which nothing holds back any more', async () => {
    const time = stopTime();
    const { channel, join } = openChannel();
    const [first, second] = [join(), join()];
    let isRead = false;
    const reading = channel.readToEnd().then(() => {
      isRead = true;
    });
    expect([first, second].map(({ client }) => client.isDrained)).toEqual([true, true]);
    first.client.events.onExit(0);
    await time.moveTo(1900);
    expect(isRead).toBe(false);
    second.client.events.onExit(0);
    await reading;
  });

  test('does not wait for ever for a client that does not end', async () => {
    const time = stopTime();
    const { channel, join } = openChannel();
    join();
    const reading = channel.readToEnd();
    time.jumpTo(2000);
    await reading;
  });

  test('shows every page the last screen through a new client, which nothing holds back', async () => {
    const written = new Map<string, number>();
    const bytesWritten: BytesWritten = async () => written;
    const { channel, join, clients } = openChannel({ bytesWritten });
    const pages = [join(), join()];
    const showing = channel.showLastScreen();
    expect(clients.map(({ isDisposed, isDrained }) => [isDisposed, isDrained])).toEqual([
      ...[true, true].map((isDisposed) => [isDisposed, false]),
      ...[true, true].map((isDrained) => [false, isDrained]),
    ]);
    for (const client of clients.slice(2)) {
      client.print('the end');
      written.set(client.tty, 'the end'.length);
    }
    await showing;
    expect(pages.map(({ socket }) => socket.output)).toEqual(['the end', 'the end']);
    // They are told the role they have had.
    expect(pages.map(({ socket }) => socket.told)).toEqual([[], []]);
  });
});
