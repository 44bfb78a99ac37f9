import { once } from 'node:events';
import { describe, expect, it, vi } from 'vitest';
import { endConnections, holdTimers, letIn, settle, size } from '../../support/connections.js';
import { type Peer, TerminalDaemon } from '../../support/terminal-daemon.js';
import { heard, prepare } from './prepare.js';

endConnections();

describe('a terminal connection that is prepared and that nobody opens', () => {
  /** All that was said to it is there. */
  const delivered = async ({ socket }: Peer) => {
    const answered = once(socket, 'pong');
    socket.ping();
    await answered;
  };
  const gone = async (peer: Peer) => {
    await settle();
    return peer.socket.readyState !== peer.socket.OPEN;
  };

  it.each([
    ['ten seconds where it has heard nothing', false, 10_000],
    ['three seconds of what tmux may have asked in vain', true, 3000],
  ])('lets the session go after %s, and connects anew when it is opened after all', async (_, hears, afterMs) => {
    await using daemon = await TerminalDaemon.start();
    holdTimers();
    const { connection, peer } = await prepare(daemon, hears);
    peer.answersPings = true;
    await delivered(peer);
    await vi.advanceTimersByTimeAsync(afterMs - 1);
    expect(await gone(peer)).toBe(false);
    await vi.advanceTimersByTimeAsync(1);
    expect(await gone(peer)).toBe(true);
    expect(connection.getSnapshot().status).toBe('idle');
    connection.open(size);
    await (await daemon.peer()).frame('resize');
  });

  it('answers no question of tmux that is three seconds old, also where the browser holds its timers back', async () => {
    await using daemon = await TerminalDaemon.start();
    const heardAt = performance.now();
    const now = vi.spyOn(performance, 'now').mockReturnValue(heardAt);
    holdTimers();
    const { connection, peer } = await prepare(daemon);
    peer.print('\x1b[>c');
    await delivered(peer);
    const all = heard(connection);
    now.mockReturnValue(heardAt + 3000);
    connection.open(size);
    const next = await daemon.peer();
    await next.frame('resize');
    expect(all).toEqual([]);
    expect(await gone(peer)).toBe(true);
    now.mockRestore();
  });

  it('is not let go once it is opened', async () => {
    await using daemon = await TerminalDaemon.start();
    holdTimers();
    const { connection, peer } = await prepare(daemon);
    connection.open(size);
    await vi.advanceTimersByTimeAsync(15_000);
    expect(await gone(peer)).toBe(false);
  });

  it('keeps many small messages', async () => {
    await using daemon = await TerminalDaemon.start();
    const { connection, peer } = await prepare(daemon);
    for (let n = 0; n < 100; n += 1) peer.print('x');
    await settle();
    const all = heard(connection);
    connection.open(size);
    await settle();
    expect(all).toHaveLength(101);
  });

  it.each(['output', 'frames'])('keeps a megabyte of %s, and connects anew where more came', async (kind) => {
    await using daemon = await TerminalDaemon.start();
    // It is not for its silence.
    holdTimers();
    const { connection, peer } = await prepare(daemon, false);
    const message = 'x'.repeat(64 * 1024);
    const say = (text: string) => (kind === 'output' ? peer.print(text) : peer.socket.send(text));
    for (let n = 0; n < 16; n += 1) say(message);
    await delivered(peer);
    expect(await gone(peer)).toBe(false);
    const closed = once(peer.socket, 'close');
    say('x');
    await closed;
    expect(connection.getSnapshot().status).toBe('idle');
    const all = heard(connection);
    connection.open(size);
    await letIn(daemon, connection);
    expect(all).toEqual(['attached']);
  });
});
