import { CLOSE_CODES, type SessionId } from '@agent-factory/protocol';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import type { Channel } from '../../src/terminal/channel.js';
import { serveConnection } from '../../src/terminal/connection.js';
import { Terminals, type TerminalsOptions } from '../../src/terminal/terminals.js';
import { openTerminal } from '../../src/tmux/pty/pty.js';
import { withResolvers } from '../fixtures/with-resolvers.js';
import { FakeClient, FakeSocket, heard, SIZE } from './support/fakes.js';

vi.mock('../../src/terminal/connection.js', async (original) => {
  const { serveConnection } = await original<typeof import('../../src/terminal/connection.js')>();
  return { serveConnection: vi.fn(serveConnection) };
});
vi.mock('../../src/tmux/pty/pty.js', () => ({ openTerminal: vi.fn() }));

const ID = 'af-first-steps' as SessionId;
const OTHER = 'af-second-steps' as SessionId;
const SEEN = { visible: true, busy: false };

const opened: FakeSocket[] = [];
beforeEach(() => {
  vi.clearAllMocks();
  vi.mocked(openTerminal).mockImplementation(
    (_, { size }, events) => new FakeClient('/dev/pts/7', 'writer', size, events),
  );
});
afterEach(() => {
  for (const socket of opened.splice(0)) socket.go();
});

/** The terminals of a tmux that need not be there. */
function openTerminals() {
  const requireSafe = vi.fn();
  const watchArgv = vi.fn(async () => ['watch']);
  const clients = { attachArgv: () => ['attach'], watchArgv };
  const tmux = { clients, requireSafe, environment: {} };
  const faults = { run: (_: object, act: () => void) => act() };
  const terminals = new Terminals({ tmux, faults, log: {} } as unknown as TerminalsOptions);
  /** A page that has said its size. */
  const connect = async (sessionId = ID) => {
    const socket = new FakeSocket();
    opened.push(socket);
    await terminals.connect(sessionId, socket.asSocket);
    socket.say({ type: 'resize', ...SIZE });
    return socket;
  };
  return { terminals, connect, requireSafe, watchArgv };
}

/** The channel of the page that has come last. */
const latestChannel = () => vi.mocked(serveConnection).mock.lastCall?.[1] as Channel;

describe('what is typed while something else is', () => {
  test.each([
    ['has succeeded', async () => {}],
    ['has failed', () => Promise.reject(new Error('tmux is gone'))],
  ])('is held until that %s, in its session only', async (_, act) => {
    const { terminals, connect } = openTerminals();
    await connect();
    const channel = latestChannel();
    await connect(OTHER);
    expect(channel.held).toBeUndefined();
    const { promise, resolve } = withResolvers();
    const acting = terminals.holdingInput(ID, () => promise.then(act)).catch(() => {});
    expect(channel.held).toBeInstanceOf(Promise);
    expect(latestChannel().held).toBeUndefined();
    resolve(undefined);
    // It only says when to look again.
    await channel.held;
    await acting;
    expect(channel.held).toBeUndefined();
  });
});

describe('a page', () => {
  test('gets no client where others might listen to tmux, and is told so', async () => {
    const { connect, requireSafe } = openTerminals();
    requireSafe.mockImplementation(() => {
      throw new Error('somebody else could use it');
    });
    const page = await connect();
    expect(requireSafe.mock.calls).toEqual([[ID]]);
    expect(openTerminal).not.toHaveBeenCalled();
    expect(page.frames).toMatchObject([{ type: 'error', code: 'attach_failed' }]);
    expect(page.closed).toBe(CLOSE_CODES.attach_failed.code);
  });

  test('that goes while tmux is asked how to watch leaves nothing behind', async () => {
    const { terminals, watchArgv } = openTerminals();
    const { promise, resolve } = withResolvers<string[]>();
    watchArgv.mockReturnValueOnce(promise);
    const page = new FakeSocket();
    const connecting = terminals.connect(ID, page.asSocket);
    page.go();
    resolve(['watch']);
    await connecting;
    expect(serveConnection).not.toHaveBeenCalled();
    expect(terminals.shown).toEqual([]);
  });

  test('is told of for as long as any shows the session, which is forgotten then', async () => {
    const { terminals, connect } = openTerminals();
    terminals.onPresence = vi.fn();
    const [first, second] = [await connect(), await connect()];
    first.say({ type: 'presence', ...SEEN });
    second.go();
    await heard();
    expect(terminals.shown).toEqual([ID]);
    first.go();
    await heard();
    expect(terminals.shown).toEqual([]);
    expect(vi.mocked(terminals.onPresence).mock.calls.at(-2)).toEqual([ID, [SEEN]]);
    expect(vi.mocked(terminals.onPresence).mock.calls.at(-1)).toEqual([ID, []]);
  });

  test('is told of to nobody once the daemon closes', async () => {
    const { terminals, connect } = openTerminals();
    const pages = [await connect(), await connect()];
    terminals.onPresence = vi.fn();
    terminals.close();
    expect(terminals.shown).toEqual([]);
    expect(pages.map(({ closed }) => closed)).toEqual(Array(2).fill(CLOSE_CODES.going_away.code));
    for (const page of pages) page.go();
    await heard();
    expect(terminals.onPresence).not.toHaveBeenCalled();
  });
});
