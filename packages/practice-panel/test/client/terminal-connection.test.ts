import { once } from 'node:events';
import { CLOSE_CODES } from '@agent-factory/protocol';
import { describe, expect, it, vi } from 'vitest';
import type { ConnectionState } from '../../src/client/terminal/connection-state.js';
import { attach, connect, endConnections, makeConnection, settle, size } from '../support/connections.js';
import { eventually } from '../support/eventually.js';
import { unusedPort } from '../support/http.js';
import { stateOf } from '../support/states.js';
import { TerminalDaemon } from '../support/terminal-daemon.js';

const bytes = new TextEncoder().encode('ls\r');

endConnections();

describe('a terminal connection', () => {
  it('[practice-environment 1.2 connect] [practice-environment 3.2 resize] says its size first, then streams bytes both ways', async () => {
    await using daemon = await TerminalDaemon.start();
    const connection = connect({ url: daemon.url });
    const output = new Promise<string>((resolve) =>
      connection.output.on(({ bytes }) => resolve(new TextDecoder().decode(bytes))),
    );
    const peer = await daemon.peer();
    expect(connection.getSnapshot().status).toBe('connecting');
    expect(await peer.frame('resize')).toEqual({ type: 'resize', ...size });
    peer.send({ type: 'attached', role: 'writer', cols: 80, rows: 24 });
    peer.print('$ ');
    expect(await output).toBe('$ ');
    expect(connection.send(bytes)).toBe(true);
    expect((await peer.typed(3)).toString()).toBe('ls\r');
  });

  it.each([false, true])('says its size before all else, and lives on (prepared: %s)', async (isPrepared) => {
    await using daemon = await TerminalDaemon.start();
    const connection = makeConnection({ url: daemon.url });
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'setInterval', 'clearInterval'] });
    if (isPrepared) {
      connection.prepare();
      const waiting = await daemon.peer();
      await settle();
      connection.prepare();
      connection.resize({ cols: 3, rows: 3 });
      connection.tellPresence({ visible: true, busy: false });
      await settle();
      expect(waiting.frames).toEqual([]);
      expect(connection.getSnapshot().status).toBe('idle');
      daemon.putBack(waiting);
    }
    connection.open(size);
    expect(connection.getSnapshot().status).toBe('connecting');
    const peer = await daemon.peer();
    await settle();
    expect(peer.frames[0]).toEqual({ type: 'resize', ...size });
    expect(peer.frames).toHaveLength(isPrepared ? 2 : 1);
    peer.send({ type: 'attached', role: 'writer', cols: 80, rows: 24 });
    peer.answersPings = true;
    // Longer than a connection may be silent.
    for (let passed = 0; passed < 45_000; passed += 5000) {
      await vi.advanceTimersByTimeAsync(5000);
      await settle();
    }
    expect(connection.getSnapshot().status).toBe('attached');
    expect(daemon.connections).toBe(1);
  });

  it('that is prepared and not wanted after all leaves nobody behind', async () => {
    await using daemon = await TerminalDaemon.start();
    const connection = makeConnection({ url: daemon.url });
    connection.prepare();
    const peer = await daemon.peer();
    const gone = once(peer.socket, 'close');
    connection.close();
    await gone;
    expect(connection.getSnapshot().status).toBe('idle');
  });

  it('prepares nothing once it was opened', async () => {
    await using daemon = await TerminalDaemon.start();
    const { connection, peer } = await attach(daemon);
    connection.prepare();
    peer.socket.terminate();
    await stateOf(connection, 'reconnecting');
    connection.prepare();
    await settle();
    expect(daemon.connections).toBe(1);
  });

  it('that was prepared comes back at once when the network does', async () => {
    const window = new EventTarget();
    vi.stubGlobal('window', window);
    await using daemon = await TerminalDaemon.start();
    const connection = makeConnection({ url: daemon.url });
    connection.prepare();
    connection.open(size);
    const peer = await daemon.peer();
    await peer.frame('resize');
    peer.send({ type: 'attached', role: 'writer', cols: 80, rows: 24 });
    await stateOf(connection, 'attached');
    // Nothing comes back by waiting.
    vi.useFakeTimers({ toFake: ['setTimeout'] });
    peer.socket.terminate();
    await settle();
    expect(connection.getSnapshot().status).toBe('reconnecting');
    window.dispatchEvent(new Event('online'));
    await (await daemon.peer()).frame('resize');
  });

  it('does not repeat what was said to one that was only prepared, nor what was before it was attached', async () => {
    await using daemon = await TerminalDaemon.start();
    const connection = makeConnection({ url: daemon.url });
    connection.prepare();
    const prepared = await daemon.peer();
    prepared.send({ type: 'error', code: 'ticket_invalid', message: 'Old words.' });
    prepared.socket.close(CLOSE_CODES.timed_out.code);
    await once(prepared.socket, 'close');
    await settle();
    connection.open(size);
    const peer = await daemon.peer();
    await peer.frame('resize');
    peer.socket.close(CLOSE_CODES.frame_too_large.code);
    await stateOf(connection, 'lost');
    const unexplained = { message: 'The connection was closed (code 1009).' };
    expect(connection.getSnapshot()).toMatchObject(unexplained);
    connection.retry();
    const next = await daemon.peer();
    next.send({ type: 'error', code: 'paste_failed', message: 'Mended since.' });
    next.send({ type: 'attached', role: 'writer', cols: 80, rows: 24 });
    await stateOf(connection, 'attached');
    next.socket.close(CLOSE_CODES.frame_too_large.code);
    await stateOf(connection, 'lost');
    expect(connection.getSnapshot()).toMatchObject(unexplained);
  });

  it('whose preparation came to nothing connects when it is opened', async () => {
    await using daemon = await TerminalDaemon.start();
    const connection = makeConnection({ url: daemon.url });
    connection.prepare();
    const peer = await daemon.peer();
    peer.socket.close(CLOSE_CODES.timed_out.code);
    await once(peer.socket, 'close');
    expect(connection.getSnapshot().status).toBe('idle');
    connection.open(size);
    await (await daemon.peer()).frame('resize');
    expect(connection.getSnapshot().status).toBe('connecting');
  });

  it('tells whether the student sees the page: when it changes, and behind the size after a drop', async () => {
    await using daemon = await TerminalDaemon.start();
    const { connection, peer } = await attach(daemon);
    connection.tellPresence({ visible: true, busy: true });
    expect(await peer.frame('presence')).toEqual({ type: 'presence', visible: true, busy: true });
    peer.socket.terminate();
    await stateOf(connection, 'reconnecting');
    connection.tellPresence({ visible: true, busy: false });
    connection.retry();
    const again = await daemon.peer();
    expect(await again.frame('presence')).toEqual({ type: 'presence', visible: true, busy: false });
    expect(again.frames[0]).toMatchObject({ type: 'resize' });
  });

  it('sends a new size to the daemon, and after a drop begins with it', async () => {
    await using daemon = await TerminalDaemon.start();
    const { connection, peer } = await attach(daemon);
    connection.resize({ cols: 50, rows: 10 });
    expect(await peer.frame('resize')).toMatchObject({ cols: 50, rows: 10 });
    peer.socket.terminate();
    await stateOf(connection, 'reconnecting');
    connection.retry();
    expect(await (await daemon.peer()).frame('resize')).toMatchObject({ cols: 50, rows: 10 });
  });

  it('delivers and keeps nothing that is typed while it is not attached', async () => {
    await using daemon = await TerminalDaemon.start();
    const { connection, peer } = await attach(daemon);
    peer.socket.terminate();
    await stateOf(connection, 'reconnecting');
    expect(connection.send(bytes)).toBe(false);
    connection.retry();
    const next = await daemon.peer();
    next.send({ type: 'attached', role: 'writer', cols: 80, rows: 24 });
    await stateOf(connection, 'attached');
    connection.send(new TextEncoder().encode('x'));
    expect((await next.typed(1)).toString()).toBe('x');
  });

  it('[practice-environment 1.5 ws-temporary] [practice-environment 3.2 close-codes] comes back by itself after a drop, one second later', async () => {
    await using daemon = await TerminalDaemon.start();
    const { connection, peer } = await attach(daemon);
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    peer.socket.terminate();
    expect(await stateOf(connection, 'reconnecting')).toEqual({
      status: 'reconnecting',
      attempt: 1,
      nextDelayMs: 1000,
    });
    vi.advanceTimersByTime(999);
    expect(connection.getSnapshot()).toMatchObject({ nextDelayMs: 1000 });
    vi.advanceTimersByTime(1);
    (await daemon.peer()).send({ type: 'attached', role: 'writer', cols: 80, rows: 24 });
    await stateOf(connection, 'attached');
  });

  it('[practice-environment 1.5 ws-permanent] gives up after five failed attempts, until the student reconnects', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    const port = await unusedPort();
    const connection = connect({ url: `ws://127.0.0.1:${port}/terminal/af-x` });
    const delays: number[] = [];
    const given = stateOf(connection, 'lost');
    connection.subscribe(() => {
      const state: ConnectionState = connection.getSnapshot();
      if (state.status !== 'reconnecting' || state.nextDelayMs === 0) return;
      delays.push(state.nextDelayMs);
      queueMicrotask(() => vi.advanceTimersByTime(state.nextDelayMs));
    });
    expect(await given).toEqual({ status: 'lost' });
    expect(delays).toEqual([1000, 2000, 4000, 8000, 16_000]);
    await using daemon = await TerminalDaemon.start(port);
    connection.retry();
    (await daemon.peer()).send({ type: 'attached', role: 'writer', cols: 80, rows: 24 });
    await stateOf(connection, 'attached');
  });

  it('[practice-environment 2.3 session-token] asks for a new ticket where the daemon refuses the one it has', async () => {
    await using daemon = await TerminalDaemon.start();
    const renew = vi.fn(async () => ({ ok: true as const, url: `${daemon.url}2` }));
    const { connection, peer } = await attach(daemon, { renew });
    peer.socket.close(CLOSE_CODES.ticket_invalid.code);
    await stateOf(connection, 'reconnecting');
    connection.retry();
    expect((await daemon.peer()).path).toMatch(/ticket=t2$/);
    expect(renew).toHaveBeenCalledOnce();
  });

  it('stops where a new ticket is refused for good, and says why', async () => {
    const renew = async () => ({ ok: false as const, retry: false, message: 'Gone.' });
    await using daemon = await TerminalDaemon.start();
    const { connection, peer } = await attach(daemon, { renew });
    peer.socket.close(CLOSE_CODES.session_not_found.code);
    await stateOf(connection, 'reconnecting');
    connection.retry();
    expect(await stateOf(connection, 'lost')).toEqual({ status: 'lost', message: 'Gone.' });
  });

  it('[practice-environment 3.2 close-codes] does not retry what cannot succeed', async () => {
    await using daemon = await TerminalDaemon.start();
    const { connection, peer } = await attach(daemon);
    peer.send({ type: 'error', code: 'invalid_frame', message: 'A control frame is malformed.' });
    peer.socket.close(CLOSE_CODES.protocol_error.code);
    expect(await stateOf(connection, 'lost')).toMatchObject({ message: 'A control frame is malformed.' });
  });

  it('[terminal 4 watch] watches while another tab writes, in its grid, and delivers no keys', async () => {
    await using daemon = await TerminalDaemon.start();
    const connection = connect({ url: daemon.url });
    const peer = await daemon.peer();
    peer.send({ type: 'attached', role: 'watcher', cols: 132, rows: 43 });
    expect(await stateOf(connection, 'attached')).toEqual({
      status: 'attached',
      role: 'watcher',
      grid: { cols: 132, rows: 43 },
      behind: false,
    });
    expect(connection.send(bytes)).toBe(false);
    const told = new Promise<void>((resolve) => connection.subscribe(resolve));
    peer.send({ type: 'grid', cols: 70, rows: 20 });
    await told;
    expect(connection.getSnapshot()).toMatchObject({ grid: { cols: 70, rows: 20 } });
  });

  it('[terminal 4 take-over] writes after it took over, and watches once another tab has', async () => {
    await using daemon = await TerminalDaemon.start();
    const connection = connect({ url: daemon.url });
    const peer = await daemon.peer();
    peer.send({ type: 'attached', role: 'watcher', cols: 132, rows: 43 });
    await stateOf(connection, 'attached');
    connection.takeOver();
    await peer.frame('takeover');
    const roles: unknown[] = [];
    const changed = new Promise<void>((resolve) => {
      connection.subscribe(() => {
        roles.push((connection.getSnapshot() as { role: string }).role, connection.send(bytes));
        if (roles.length === 4) resolve();
      });
    });
    peer.send({ type: 'attached', role: 'writer', ...size });
    peer.send({ type: 'attached', role: 'watcher', cols: 132, rows: 43 });
    await changed;
    expect(roles).toEqual(['writer', true, 'watcher', false]);
  });

  it('says of the first output of each role that the screen before it is old', async () => {
    await using daemon = await TerminalDaemon.start();
    const { connection, peer } = await attach(daemon);
    const firsts: boolean[] = [];
    const four = new Promise<void>((resolve) => {
      connection.output.on(({ first }) => {
        if (firsts.push(first) === 4) resolve();
      });
    });
    peer.print('a');
    peer.print('b');
    peer.send({ type: 'attached', role: 'watcher', cols: 80, rows: 24 });
    peer.print('c');
    peer.print('d');
    await four;
    expect(firsts).toEqual([true, false, true, false]);
  });

  it('[terminal 5 wake] asks at once whether the daemon is still there when the machine has slept', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'setInterval', 'clearInterval', 'Date'] });
    await using daemon = await TerminalDaemon.start();
    const { connection, peer } = await attach(daemon);
    vi.setSystemTime(Date.now() + 3_600_000);
    vi.advanceTimersByTime(2000);
    await peer.frame('ping');
    vi.advanceTimersByTime(3000);
    expect(connection.getSnapshot().status).toBe('reconnecting');
  });

  it('[practice-environment 1.2 destroy] [practice-environment 3.2 ended-timeout] says why a session ended and does not connect again', async () => {
    await using daemon = await TerminalDaemon.start();
    const { connection, peer } = await attach(daemon);
    peer.send({ type: 'session_ended', reason: 'timeout' });
    peer.socket.close(CLOSE_CODES.session_ended.code);
    await new Promise((resolve) => peer.socket.once('close', resolve));
    expect(connection.getSnapshot()).toEqual({ status: 'ended', reason: 'timeout' });
  });

  it('goes on in the session that takes the place of its own, whenever that has begun', async () => {
    await using daemon = await TerminalDaemon.start();
    let begin = (_: { ok: true; url: string }) => {};
    const renew = () => new Promise<{ ok: true; url: string }>((resolve) => (begin = resolve));
    const { connection, peer } = await attach(daemon, { renew });
    peer.send({ type: 'session_ended', reason: 'switched' });
    peer.socket.close(CLOSE_CODES.session_ended.code);
    await stateOf(connection, 'connecting');
    await new Promise((resolve) => peer.socket.once('close', resolve));
    expect(connection.getSnapshot()).toEqual({ status: 'connecting' });
    begin({ ok: true, url: `${daemon.url}2` });
    const next = await daemon.peer();
    expect(next.path).toMatch(/ticket=t2$/);
    next.send({ type: 'attached', role: 'watcher', cols: 80, rows: 24 });
    expect(await stateOf(connection, 'attached')).toMatchObject({ role: 'watcher' });
  });

  it('becomes the writer of a session that was begun here, once: another tab may take over later', async () => {
    await using daemon = await TerminalDaemon.start();
    const connection = connect({ url: daemon.url, claims: true });
    const peer = await daemon.peer();
    peer.send({ type: 'attached', role: 'watcher', cols: 80, rows: 24 });
    await peer.frame('takeover');
    peer.send({ type: 'attached', role: 'writer', cols: 80, rows: 24 });
    peer.send({ type: 'attached', role: 'watcher', cols: 80, rows: 24 });
    peer.send({ type: 'pong' });
    await new Promise<void>((resolve) => connection.frames.on(({ type }) => type === 'pong' && resolve()));
    connection.resize({ cols: 50, rows: 10 });
    await eventually(() => expect(peer.frames.at(-1)).toMatchObject({ cols: 50 }));
    expect(peer.frames.filter(({ type }) => type === 'takeover')).toEqual([]);
  });

  it('takes nothing over where it is the writer of that session anyway', async () => {
    await using daemon = await TerminalDaemon.start();
    const { connection, peer } = await attach(daemon, { claims: true });
    connection.resize({ cols: 50, rows: 10 });
    await eventually(() => expect(peer.frames.at(-1)).toMatchObject({ cols: 50 }));
    expect(peer.frames.filter(({ type }) => type === 'takeover')).toEqual([]);
  });

  it('tells nobody anything once it is closed, and opens again', async () => {
    await using daemon = await TerminalDaemon.start();
    const { connection, peer } = await attach(daemon);
    const heard = vi.fn();
    connection.output.on(heard);
    connection.frames.on(heard);
    peer.print('late');
    peer.send({ type: 'session_ended', reason: 'exited' });
    connection.close();
    await new Promise((resolve) => peer.socket.once('close', resolve));
    expect(heard).not.toHaveBeenCalled();
    expect(connection.getSnapshot()).toEqual({ status: 'idle' });
    connection.open(size);
    await daemon.peer();
  });

  it('forgets how often it has failed once it is closed', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    const connection = connect({ url: `ws://127.0.0.1:${await unusedPort()}/terminal/af-x` });
    const waiting = { status: 'reconnecting', attempt: 2, nextDelayMs: 2000 };
    const waits = () => vi.waitFor(() => expect(connection.getSnapshot()).toMatchObject(waiting));
    await stateOf(connection, 'reconnecting');
    vi.advanceTimersByTime(1000);
    await waits();
    connection.close();
    connection.open(size);
    expect(await stateOf(connection, 'reconnecting')).toMatchObject({ attempt: 1, nextDelayMs: 1000 });
  });

  it('leaves nothing behind in the page that runs or listens', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'setInterval', 'clearInterval'] });
    const listening = new Map<string, number>();
    const counted = (target: EventTarget, by: (type: string) => string) => ({
      addEventListener(type: string, listener: EventListener) {
        listening.set(by(type), (listening.get(by(type)) ?? 0) + 1);
        target.addEventListener(type, listener);
      },
      removeEventListener(type: string, listener: EventListener) {
        listening.set(by(type), (listening.get(by(type)) ?? 0) - 1);
        target.removeEventListener(type, listener);
      },
    });
    vi.stubGlobal(
      'window',
      counted(new EventTarget(), (type) => `window ${type}`),
    );
    vi.stubGlobal(
      'document',
      counted(new EventTarget(), (type) => `document ${type}`),
    );
    await using daemon = await TerminalDaemon.start();
    const { connection, peer } = await attach(daemon);
    const output = new Promise((resolve) => connection.output.on(resolve));
    peer.print('not parsed yet');
    await output;
    expect(listening).toEqual(
      new Map([
        ['window online', 1],
        ['document visibilitychange', 2],
      ]),
    );
    expect(vi.getTimerCount()).toBeGreaterThan(0);
    const gone = once(peer.socket, 'close');
    connection.close();
    expect([...listening.values()]).toEqual([0, 0]);
    // The sockets themselves have a timer until both sides are closed.
    await gone;
    await settle();
    expect(vi.getTimerCount()).toBe(0);
  });

  it('ignores a renewal that comes after it was closed', async () => {
    await using daemon = await TerminalDaemon.start();
    let finish = (_: { ok: true; url: string }) => {};
    const renew = () => new Promise<{ ok: true; url: string }>((resolve) => (finish = resolve));
    const { connection, peer } = await attach(daemon, { renew });
    peer.socket.close(CLOSE_CODES.ticket_invalid.code);
    await stateOf(connection, 'reconnecting');
    connection.retry();
    connection.close();
    finish({ ok: true, url: daemon.url });
    await new Promise(setImmediate);
    await attach(daemon); // whatever the late renewal had opened would have arrived before this one
    expect(daemon.connections).toBe(2);
    expect(connection.getSnapshot()).toEqual({ status: 'idle' });
  });

  it('[practice-environment 3.2 ack] acknowledges what is parsed, as a total', async () => {
    await using daemon = await TerminalDaemon.start();
    const { connection, peer } = await attach(daemon);
    connection.output.on((output) => output.parsed());
    peer.print('12345');
    expect(await peer.frame('ack')).toEqual({ type: 'ack', bytes: 5 });
    peer.print('678');
    expect(await peer.frame('ack')).toEqual({ type: 'ack', bytes: 8 });
  });
});
