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
  const redraw = vi.fn(async () => {});
  const bytesWritten = vi.fn(async () => new Map<string, number>());
  const clients = { attachArgv: () => ['attach'], watchArgv, redraw, bytesWritten };
  const tmux = { clients, requireSafe, environment: { TERM: 'xterm' } };
  const faults = { run: vi.fn((_: { name: string; end: () => void }, act: () => void) => act()) };
  const log = { error: vi.fn() };
  const terminals = new Terminals({ tmux, faults, log } as unknown as TerminalsOptions);
  /** A page that has said its size. */
  const connect = async (sessionId = ID) => {
    const socket = new FakeSocket();
    opened.push(socket);
    await terminals.connect(sessionId, socket.asSocket);
    socket.say({ type: 'resize', ...SIZE });
    return socket;
  };
  return { terminals, connect, requireSafe, watchArgv, redraw, bytesWritten, faults, log };
}

/** The client that was opened last. */
const latestClient = () => vi.mocked(openTerminal).mock.results.at(-1)?.value as FakeClient;

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

describe('the client of a page', () => {
  test.each([
    ['the writer', 'attach', 0],
    ['a watcher', 'watch', 1],
  ])('runs as is meant for %s, where no folder can be taken from it', async (_, argv, before) => {
    const { connect } = openTerminals();
    for (let page = 0; page <= before; page += 1) await connect();
    const [command, options] = vi.mocked(openTerminal).mock.lastCall ?? [];
    expect(command).toEqual([argv]);
    expect(options).toMatchObject({ size: SIZE, environment: { TERM: 'xterm' }, cwd: '/' });
  });

  test('is drawn anew by tmux, which is told which it is', async () => {
    const { connect, redraw } = openTerminals();
    await connect();
    vi.mocked(openTerminal).mock.lastCall?.[1].redraw('/dev/pts/9');
    expect(redraw.mock.calls).toEqual([[ID, '/dev/pts/9']]);
  });

  test('that ends by itself is told of, with how it ended', async () => {
    const { terminals, connect } = openTerminals();
    terminals.onClientExit = vi.fn(async () => {});
    await connect();
    latestClient().events.onExit(3);
    expect(vi.mocked(terminals.onClientExit).mock.calls).toEqual([[ID, 3]]);
  });

  test('whose end nobody takes up is no end to the daemon', async () => {
    const { connect } = openTerminals();
    await connect();
    latestClient().events.onExit(0);
    await heard();
  });

  test('whose end cannot be handled leaves a line in the log', async () => {
    const { terminals, connect, log } = openTerminals();
    const why = new Error('no room');
    terminals.onClientExit = () => Promise.reject(why);
    await connect();
    latestClient().events.onExit(0);
    await heard();
    expect(log.error.mock.calls).toEqual([[{ err: why, sessionId: ID }, 'The end of a terminal could not be handled']]);
  });
});

describe('a fault while a page is served', () => {
  test('ends the connection of that page and says whose it was', async () => {
    const { connect, faults } = openTerminals();
    const [first, second] = [await connect(), await connect()];
    const owners = faults.run.mock.calls.map(([owner]) => owner);
    expect(owners.map(({ name }) => name)).toEqual([ID, ID]);
    owners[0]?.end();
    expect([first.isTerminated, second.isTerminated]).toEqual([true, false]);
  });
});

describe('the pages of a session', () => {
  test('are connected as soon as one writes, and until the last has gone', async () => {
    const { terminals, connect } = openTerminals();
    const waiting = new FakeSocket();
    opened.push(waiting);
    expect(terminals.isConnected(ID)).toBe(false);
    await terminals.connect(ID, waiting.asSocket);
    expect(terminals.isConnected(ID)).toBe(false);
    const page = await connect();
    expect([terminals.isConnected(ID), terminals.isConnected(OTHER)]).toEqual([true, false]);
    page.go();
    expect(terminals.isConnected(ID)).toBe(false);
  });

  test('hear what is said to their session, and nothing of another', async () => {
    const { terminals, connect } = openTerminals();
    const page = await connect();
    const other = await connect(OTHER);
    terminals.broadcast(ID, { type: 'pong' });
    expect([page.told, other.told]).toEqual([['pong'], []]);
    terminals.end(ID, 'completed');
    expect([page.told.at(-1), other.told]).toEqual(['session_ended', []]);
    expect([page.closed, other.closed]).toEqual([CLOSE_CODES.session_ended.code, undefined]);
  });

  test('are greeted with what is known of their session', async () => {
    const { terminals, connect } = openTerminals();
    expect((await connect(OTHER)).told).toEqual([]);
    terminals.greetingsOf = (sessionId) => (sessionId === ID ? [{ type: 'pong' }] : []);
    expect((await connect()).told).toEqual(['pong']);
  });

  test('are told of to whoever wants to know what is typed', async () => {
    const { terminals, connect } = openTerminals();
    const page = await connect();
    latestClient().print('drawn');
    page.type('a');
    terminals.onInput = vi.fn();
    page.type('b');
    expect(vi.mocked(terminals.onInput).mock.calls).toEqual([[ID, Buffer.from('b')]]);
  });

  test('are read to the end of what their client still says', async () => {
    const { terminals, connect } = openTerminals();
    await connect();
    const client = latestClient();
    let isRead = false;
    const reading = terminals.readToEnd(ID).then(() => {
      isRead = true;
    });
    await heard();
    expect([client.isDrained, isRead]).toEqual([true, false]);
    client.events.onExit(0);
    await reading;
  });

  test('are shown the last screen through a client of its own, until tmux has written all of it', async () => {
    const { terminals, connect, bytesWritten } = openTerminals();
    const page = await connect();
    const before = latestClient();
    const shown = terminals.showLastScreen(ID);
    const after = latestClient();
    expect([before.isDisposed, after === before, after.isDrained]).toEqual([true, false, true]);
    bytesWritten.mockResolvedValue(new Map([['/dev/pts/7', 8]]));
    after.print('the last');
    await shown;
    expect(bytesWritten.mock.calls[0]).toEqual([ID]);
    expect(page.output).toBe('the last');
  });

  test('whose client is gone are dropped where the session lives on', async () => {
    const { terminals, connect } = openTerminals();
    const page = await connect();
    latestClient().events.onExit(0);
    terminals.dropLost(ID);
    expect(page.closed).toBe(CLOSE_CODES.attach_failed.code);
  });

  test('may be none, and nothing comes of it', async () => {
    const { terminals } = openTerminals();
    terminals.broadcast(ID, { type: 'pong' });
    terminals.end(ID, 'completed');
    terminals.dropLost(ID);
    await terminals.readToEnd(ID);
    await terminals.showLastScreen(ID);
    expect(terminals.shown).toEqual([]);
  });

  test('of a later time are not forgotten with an earlier one that goes late', async () => {
    const { terminals, connect } = openTerminals();
    const early = await connect();
    terminals.close();
    const late = await connect();
    early.go();
    expect(terminals.shown).toEqual([ID]);
    expect(late.closed).toBeUndefined();
  });

  test('need not say a size that is known already', async () => {
    const { terminals } = openTerminals();
    const page = new FakeSocket();
    opened.push(page);
    await terminals.connect(ID, page.asSocket, { cols: 91, rows: 33 });
    latestClient().print('drawn');
    expect(page.frames).toEqual([{ type: 'attached', role: 'writer', cols: 91, rows: 33 }]);
  });
});
