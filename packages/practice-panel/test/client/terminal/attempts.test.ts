import { CLOSE_CODES } from '@agent-factory/protocol';
import { describe, expect, it, vi } from 'vitest';
import type { Renewal, TerminalConnection } from '../../../src/client/terminal/terminal-connection.js';
import { attach, connect, endConnections, holdTimers, letIn, settle, size } from '../../support/connections.js';
import { eventually } from '../../support/eventually.js';
import { unusedPort } from '../../support/http.js';
import { SeenPage } from '../../support/seen-page.js';
import { stateOf } from '../../support/states.js';
import { TerminalDaemon } from '../../support/terminal-daemon.js';

endConnections();

/** It waits for this attempt of a series. */
function waitsFor(connection: TerminalConnection, attempt: number): Promise<void> {
  return eventually(() => {
    const state = connection.getSnapshot();
    expect(state).toMatchObject({ status: 'reconnecting', attempt, nextDelayMs: 1000 * 2 ** (attempt - 1) });
  });
}

/** Goes through a whole series of attempts, none of which succeeds. */
async function giveUp(connection: TerminalConnection): Promise<void> {
  for (let attempt = 1; attempt <= 5; attempt += 1) {
    await waitsFor(connection, attempt);
    vi.advanceTimersByTime(1000 * 2 ** (attempt - 1));
  }
  await stateOf(connection, 'lost');
}

describe('an attempt that a connection waits for', () => {
  it('is not made once it is closed', async () => {
    await using daemon = await TerminalDaemon.start();
    const { connection, peer } = await attach(daemon);
    holdTimers();
    peer.socket.terminate();
    await waitsFor(connection, 1);
    connection.close();
    vi.advanceTimersByTime(60_000);
    await settle();
    expect(connection.getSnapshot()).toEqual({ status: 'idle' });
    expect(daemon.connections).toBe(1);
  });

  it('is not made once the student has connected again: the good line stays', async () => {
    await using daemon = await TerminalDaemon.start();
    const { connection, peer } = await attach(daemon);
    holdTimers();
    peer.socket.terminate();
    await waitsFor(connection, 1);
    connection.retry();
    await letIn(daemon, connection);
    vi.advanceTimersByTime(1000);
    expect(connection.getSnapshot()).toMatchObject({ status: 'attached' });
  });
});

describe('how often a connection has failed', () => {
  it('counts anew once it was attached', async () => {
    await using daemon = await TerminalDaemon.start();
    const { connection, peer } = await attach(daemon);
    holdTimers();
    peer.socket.terminate();
    await waitsFor(connection, 1);
    vi.advanceTimersByTime(1000);
    (await daemon.peer()).socket.terminate();
    await waitsFor(connection, 2);
    vi.advanceTimersByTime(2000);
    (await letIn(daemon, connection)).socket.terminate();
    expect(await stateOf(connection, 'reconnecting')).toMatchObject({ attempt: 1, nextDelayMs: 1000 });
  });

  it('counts anew where the student reconnects: it is tried as often as before', async () => {
    holdTimers();
    const connection = connect({ url: `ws://127.0.0.1:${await unusedPort()}/terminal/af-x` });
    await giveUp(connection);
    connection.retry();
    await giveUp(connection);
  });

  it('counts anew where the network is back after it gave up', async () => {
    const page = new SeenPage();
    holdTimers();
    const connection = connect({ url: `ws://127.0.0.1:${await unusedPort()}/terminal/af-x` });
    await giveUp(connection);
    page.goOnline();
    expect(connection.getSnapshot()).toEqual({ status: 'connecting' });
    await waitsFor(connection, 1);
  });
});

describe('a new address', () => {
  it('is asked for where nobody answers at the one it has: the daemon may have moved to another port', async () => {
    const before = await TerminalDaemon.start();
    await using after = await TerminalDaemon.start();
    const renew = vi.fn(async () => ({ ok: true as const, url: after.url }));
    const { connection } = await attach(before, { renew });
    holdTimers();
    await before[Symbol.asyncDispose]();
    await waitsFor(connection, 1);
    vi.advanceTimersByTime(1000);
    await waitsFor(connection, 2);
    // The line was good until it broke: that alone is no reason to start anything again.
    expect(renew).not.toHaveBeenCalled();
    vi.advanceTimersByTime(2000);
    expect(renew).toHaveBeenCalledOnce();
    await letIn(after, connection);
  });

  it('is asked for once: later, it connects where it was, and starts nothing again', async () => {
    await using daemon = await TerminalDaemon.start();
    const renew = vi.fn(async () => ({ ok: true as const, url: `${daemon.url}2` }));
    const { connection, peer } = await attach(daemon, { renew });
    peer.socket.close(CLOSE_CODES.ticket_invalid.code);
    await stateOf(connection, 'reconnecting');
    connection.retry();
    await letIn(daemon, connection);
    connection.close();
    connection.open(size);
    expect((await daemon.peer()).path).toMatch(/ticket=t2$/);
    expect(renew).toHaveBeenCalledOnce();
  });

  it('is asked for again where the daemon cannot tell one yet, and its session may be with another agent', async () => {
    await using daemon = await TerminalDaemon.start();
    const renew = vi.fn<() => Promise<Renewal>>(async () => ({ ok: true, url: daemon.url, agent: 'shell' }));
    renew.mockResolvedValueOnce({ ok: false, retry: true, message: 'Not yet.' });
    const { connection, peer } = await attach(daemon, { renew, agent: 'claude' });
    expect(connection.markers.isDrawn('not typed here')).toBe(true);
    holdTimers();
    peer.socket.close(CLOSE_CODES.session_not_found.code);
    await waitsFor(connection, 1);
    vi.advanceTimersByTime(1000);
    await waitsFor(connection, 2);
    vi.advanceTimersByTime(2000);
    await letIn(daemon, connection);
    expect(renew).toHaveBeenCalledTimes(2);
    expect(connection.markers.isDrawn('not typed here')).toBe(false);
  });
});

describe('an end that the daemon does not explain', () => {
  it('is one nevertheless: nothing is tried again', async () => {
    await using daemon = await TerminalDaemon.start();
    const { connection, peer } = await attach(daemon);
    const left = new Promise<void>((resolve) => connection.subscribe(resolve));
    peer.socket.close(CLOSE_CODES.session_ended.code);
    await left;
    expect(connection.getSnapshot()).toEqual({ status: 'ended', reason: 'lost' });
  });
});

describe('opening what is open already', () => {
  it('changes its size alone', async () => {
    await using daemon = await TerminalDaemon.start();
    const { connection, peer } = await attach(daemon);
    connection.open({ cols: 50, rows: 10 });
    connection.takeOver();
    await peer.frame('takeover');
    expect(peer.frames).toEqual([{ type: 'resize', cols: 50, rows: 10 }]);
    expect(daemon.connections).toBe(1);
  });
});
