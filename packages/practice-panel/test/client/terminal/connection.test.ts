import { CLOSE_CODES } from '@agent-factory/protocol';
import { describe, expect, it, vi } from 'vitest';
import type { ConnectionState } from '../../../src/client/terminal/connection-state.js';
import { attach, connect, endConnections, size } from '../../support/connections.js';
import { eventually } from '../../support/eventually.js';
import { unusedPort } from '../../support/http.js';
import { stateOf } from '../../support/states.js';
import { TerminalDaemon } from '../../support/terminal-daemon.js';

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
