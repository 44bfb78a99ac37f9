import { once } from 'node:events';
import { CLOSE_CODES } from '@agent-factory/protocol';
import { describe, expect, it, vi } from 'vitest';
import { attach, connect, endConnections, settle, size } from '../../support/connections.js';
import { unusedPort } from '../../support/http.js';
import { stateOf } from '../../support/states.js';
import { TerminalDaemon } from '../../support/terminal-daemon.js';

endConnections();

describe('a terminal connection that is closed', () => {
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
});
