import { once } from 'node:events';
import { afterEach, expect, test, vi } from 'vitest';
import { WebSocket } from 'ws';
import { coach } from '../../src/capabilities/coach.js';
import { CAPABILITIES } from '../../src/capabilities/list.js';
import type { ServedSocket } from '../../src/sockets/served-socket.js';
import { Coaching } from './support/coaching.js';

/** What others wait for, and who lets them go on. */
function promise<T>(): { value: Promise<T>; resolve: (value: T) => void } {
  let resolve: (value: T) => void = () => {};
  const value = new Promise<T>((done) => {
    resolve = done;
  });
  return { value, resolve };
}

/** The coach, which learns late where the folder of a project is; and the first page that waits for it. */
function slowToOpen() {
  const found = promise<void>();
  const first = promise<{ socket: WebSocket; connected: Promise<void> }>();
  const watched = (served: ServedSocket): ServedSocket => ({
    ...served,
    connect(socket, ...rest) {
      const connected = served.connect(socket, ...rest);
      first.resolve({ socket, connected });
      return connected;
    },
  });
  const slow: typeof coach = {
    ...coach,
    open(host) {
      const requireThere = host.folders.requireThere.bind(host.folders);
      vi.spyOn(host.folders, 'requireThere').mockImplementation(async (id) => {
        await found.value;
        return requireThere(id);
      });
      const { sockets = [], ...open } = coach.open(host);
      return { ...open, sockets: sockets.map(watched) };
    },
  };
  const capabilities = CAPABILITIES.map((one) => (one === coach ? slow : one));
  return { capabilities, first: first.value, goOn: () => found.resolve() };
}

afterEach(() => void vi.restoreAllMocks());

test('a socket that is closed while its project is being opened is no page of it', async () => {
  const { capabilities, first, goOn } = slowToOpen();
  await using coaching = await Coaching.open({ capabilities });
  coaching.knock(await coaching.cookie());
  const { socket, connected } = await first;
  // As the daemon closes one that does not answer.
  const closed = once(socket, 'close');
  socket.terminate();
  await closed;
  goOn();
  await connected;
  expect(await coaching.health()).toMatchObject({ projects: 1, connections: 0 });
});

test('a page that leaves while its project is being opened is let go', async () => {
  const { capabilities, first, goOn } = slowToOpen();
  await using coaching = await Coaching.open({ capabilities });
  const page = coaching.knock(await coaching.cookie());
  const { socket, connected } = await first;
  await page.opened();
  page.socket.terminate();
  const closed = once(socket, 'close');
  goOn();
  await Promise.all([connected, closed]);
  expect(await coaching.health()).toMatchObject({ projects: 1, connections: 0 });
});

test('one that stays is a page of it as soon as the project is open', async () => {
  const { capabilities, first, goOn } = slowToOpen();
  await using coaching = await Coaching.open({ capabilities });
  coaching.knock(await coaching.cookie());
  const { socket, connected } = await first;
  expect(await coaching.health()).toMatchObject({ projects: 0, connections: 0 });
  goOn();
  await connected;
  expect(socket.readyState).toBe(WebSocket.OPEN);
  expect(await coaching.health()).toMatchObject({ projects: 1, connections: 1 });
});
