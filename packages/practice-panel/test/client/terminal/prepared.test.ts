import { once } from 'node:events';
import { CLOSE_CODES } from '@agent-factory/protocol';
import { describe, expect, it, vi } from 'vitest';
import { attach, endConnections, makeConnection, settle, size } from '../../support/connections.js';
import { stateOf } from '../../support/states.js';
import { TerminalDaemon } from '../../support/terminal-daemon.js';

endConnections();

describe('a terminal connection that may be prepared', () => {
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
      expect(waiting.path).toBe('/terminal/af-x?ticket=t');
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
});
