import { once } from 'node:events';
import { CLOSE_CODES } from '@agent-factory/protocol';
import { describe, expect, it, vi } from 'vitest';
import { endConnections, makeConnection, settle, size } from '../../support/connections.js';
import { stateOf } from '../../support/states.js';
import { TerminalDaemon } from '../../support/terminal-daemon.js';
import { heard, prepare } from './prepare.js';

endConnections();

/** What nobody has caught while this runs. */
async function uncaught(act: () => Promise<void>): Promise<unknown[]> {
  const errors: unknown[] = [];
  const others = process.listeners('uncaughtException');
  process.removeAllListeners('uncaughtException');
  process.on('uncaughtException', (error) => errors.push(error));
  await act();
  process.removeAllListeners('uncaughtException');
  for (const listener of others) process.on('uncaughtException', listener);
  return errors;
}

describe('a terminal connection that is prepared at the size it is going to have', () => {
  it('attaches meanwhile, and passes on what came once it is opened, behind whoever then listens', async () => {
    await using daemon = await TerminalDaemon.start();
    const connection = makeConnection({ url: daemon.url });
    connection.prepare(size);
    const peer = await daemon.peer();
    // The daemon need not wait for a page that is busy drawing.
    expect(peer.path).toBe('/terminal/af-x?ticket=t&cols=100&rows=30');
    expect(await peer.frame('resize')).toEqual({ type: 'resize', ...size });
    peer.send({ type: 'attached', role: 'writer', ...size });
    peer.print('the screen');
    await settle();
    expect(connection.getSnapshot().status).toBe('idle');
    connection.open(size);
    expect(connection.getSnapshot().status).toBe('connecting');
    const all = heard(connection);
    await stateOf(connection, 'attached');
    expect(all).toEqual(['attached', 'true the screen']);
    peer.print('more');
    await settle();
    expect(all).toEqual(['attached', 'true the screen', 'false more']);
    expect(peer.frames).toEqual([]);
    expect(daemon.connections).toBe(1);
    connection.send(new TextEncoder().encode('ls'));
    expect(String(await peer.typed(2))).toBe('ls');
  });

  it('says another size once it is known', async () => {
    await using daemon = await TerminalDaemon.start();
    const { connection, peer } = await prepare(daemon, false);
    connection.open({ cols: 90, rows: size.rows });
    expect(await peer.frame('resize')).toMatchObject({ cols: 90, rows: size.rows });
    peer.send({ type: 'attached', role: 'writer', cols: 90, rows: size.rows });
    await stateOf(connection, 'attached');
    expect(peer.frames).toEqual([]);
  });

  it('says the size that is known when it opens, where nobody had answered yet', async () => {
    await using daemon = await TerminalDaemon.start();
    const connection = makeConnection({ url: daemon.url });
    connection.prepare(size);
    connection.open({ cols: 90, rows: 30 });
    const peer = await daemon.peer();
    await settle();
    expect(daemon.connections).toBe(1);
    expect(peer.frames).toEqual([{ type: 'resize', cols: 90, rows: 30 }]);
  });

  it('tells the daemon of the student also before it is opened', async () => {
    await using daemon = await TerminalDaemon.start();
    const { connection, peer } = await prepare(daemon, false);
    connection.tellPresence({ visible: true, busy: true });
    expect(await peer.frame('presence')).toMatchObject({ visible: true, busy: true });
  });

  it('takes nothing that is typed before it is opened', async () => {
    await using daemon = await TerminalDaemon.start();
    const { connection } = await prepare(daemon);
    await settle();
    expect(connection.send(new TextEncoder().encode('x'))).toBe(false);
  });

  it('passes on nothing that came before it was closed', async () => {
    await using daemon = await TerminalDaemon.start();
    const { connection } = await prepare(daemon);
    await settle();
    const all = heard(connection);
    connection.open(size);
    connection.close();
    await settle();
    expect(all).toEqual([]);
    expect(connection.getSnapshot().status).toBe('idle');
  });

  it.each([[{ cols: size.cols, rows: 29 }], [{ cols: 99, rows: size.rows }]])(
    'says its new size where only half of it is new: %j',
    async (other) => {
      await using daemon = await TerminalDaemon.start();
      const { connection, peer } = await prepare(daemon);
      connection.open(other);
      expect(await peer.frame('resize')).toEqual({ type: 'resize', ...other });
    },
  );

  it('is opened once, however often that is asked for', async () => {
    await using daemon = await TerminalDaemon.start();
    const window = new EventTarget();
    const listens = vi.spyOn(window, 'addEventListener');
    vi.stubGlobal('window', window);
    const { connection, peer } = await prepare(daemon);
    peer.print('a');
    await settle();
    const all = heard(connection);
    connection.open(size);
    const before = listens.mock.calls.length;
    connection.open(size);
    await settle();
    expect(all).toEqual(['attached', 'true a']);
    expect([peer.frames, listens.mock.calls.length, daemon.connections]).toEqual([[], before, 1]);
  });

  it('passes on the rest where a listener fails at one', async () => {
    await using daemon = await TerminalDaemon.start();
    const { connection, peer } = await prepare(daemon);
    peer.print('the screen');
    await settle();
    const all: string[] = [];
    connection.output.on(({ bytes }) => all.push(`${Buffer.from(bytes)}`));
    const failed = await uncaught(async () => {
      connection.frames.on(() => {
        throw new Error('The listener fails');
      });
      connection.open(size);
      await settle();
    });
    expect(failed.map(String)).toEqual(['Error: The listener fails']);
    expect(all).toEqual(['the screen']);
  });

  it('acknowledges what it has kept once it is on the screen, and not before', async () => {
    await using daemon = await TerminalDaemon.start();
    const { connection, peer } = await prepare(daemon);
    peer.print('x'.repeat(100));
    await settle();
    expect(peer.frames).toEqual([]);
    connection.output.on(({ parsed }) => parsed());
    connection.open(size);
    expect(await peer.frame('ack')).toEqual({ type: 'ack', bytes: 100 });
  });

  it('says once and for all how a session ended that ended before, with what it printed last', async () => {
    await using daemon = await TerminalDaemon.start();
    const { connection, peer } = await prepare(daemon);
    peer.print('command not found');
    peer.send({ type: 'session_ended', reason: 'exited' });
    peer.socket.close(CLOSE_CODES.session_ended.code);
    await once(peer.socket, 'close');
    await settle();
    expect(connection.getSnapshot().status).toBe('idle');
    const all = heard(connection);
    connection.open(size);
    await settle();
    expect(all).toEqual(['attached', 'true command not found', 'session_ended']);
    expect(connection.getSnapshot()).toEqual({ status: 'ended', reason: 'exited' });
    expect(daemon.connections).toBe(1);
    connection.close();
    connection.open(size);
    await daemon.peer();
  });

  it('says how a session ended also to whoever opens it an hour later', async () => {
    await using daemon = await TerminalDaemon.start();
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'setInterval', 'clearInterval'] });
    const { connection, peer } = await prepare(daemon);
    peer.send({ type: 'session_ended', reason: 'exited' });
    peer.socket.close(CLOSE_CODES.session_ended.code);
    await once(peer.socket, 'close');
    await settle();
    await vi.advanceTimersByTimeAsync(3_600_000);
    connection.open(size);
    await settle();
    expect(connection.getSnapshot()).toEqual({ status: 'ended', reason: 'exited' });
    expect(daemon.connections).toBe(1);
  });

  it('forgets how a session ended where it is closed without being opened', async () => {
    await using daemon = await TerminalDaemon.start();
    const { connection, peer } = await prepare(daemon);
    peer.send({ type: 'session_ended', reason: 'exited' });
    peer.socket.close(CLOSE_CODES.session_ended.code);
    await once(peer.socket, 'close');
    await settle();
    connection.close();
    connection.open(size);
    await daemon.peer();
    expect(connection.getSnapshot().status).toBe('connecting');
  });

  it('leaves no timer behind when it is closed', async () => {
    await using daemon = await TerminalDaemon.start();
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    const connection = makeConnection({ url: daemon.url });
    connection.prepare(size);
    expect(vi.getTimerCount()).toBe(1);
    connection.close();
    // The other end's own, of a connection that it closes.
    await vi.advanceTimersByTimeAsync(9000);
    const later = vi.getTimerCount();
    await vi.advanceTimersByTimeAsync(2000);
    expect(vi.getTimerCount()).toBe(later);
  });
});

it('a connection that the browser allows none is idle, and says so to whoever opens it', () => {
  class Refusing {
    constructor() {
      throw new DOMException('insecure', 'SecurityError');
    }
  }
  vi.stubGlobal('WebSocket', Refusing);
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  const connection = makeConnection({ url: 'ws://127.0.0.1:1/terminal/af-x?ticket=t' });
  connection.prepare(size);
  expect(connection.getSnapshot().status).toBe('idle');
  expect(() => connection.open(size)).toThrow('insecure');
  expect(vi.getTimerCount()).toBe(0);
});
