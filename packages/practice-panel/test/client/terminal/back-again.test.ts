import { CLOSE_CODES } from '@agent-factory/protocol';
import { describe, expect, it, vi } from 'vitest';
import { attach, endConnections, holdTimers, settle } from '../../support/connections.js';
import { SeenPage } from '../../support/seen-page.js';
import { stateOf } from '../../support/states.js';
import { TerminalDaemon } from '../../support/terminal-daemon.js';

endConnections();

describe('a network that is back', () => {
  it('does not bring back what the daemon has refused for good: its reason stays to be read', async () => {
    const page = new SeenPage();
    await using daemon = await TerminalDaemon.start();
    const { connection, peer } = await attach(daemon);
    peer.send({ type: 'error', code: 'invalid_frame', message: 'A control frame is malformed.' });
    peer.socket.close(CLOSE_CODES.protocol_error.code);
    const refused = await stateOf(connection, 'lost');
    page.goOnline();
    expect(connection.getSnapshot()).toEqual(refused);
    expect(refused).toEqual({ status: 'lost', message: 'A control frame is malformed.' });
  });

  it('leaves an attempt alone that is under way, and starts no exercise twice', async () => {
    const page = new SeenPage();
    await using daemon = await TerminalDaemon.start();
    const renew = vi.fn(() => new Promise<never>(() => {}));
    const { connection, peer } = await attach(daemon, { renew });
    peer.socket.close(CLOSE_CODES.ticket_invalid.code);
    await stateOf(connection, 'reconnecting');
    page.goOnline();
    expect(connection.getSnapshot()).toMatchObject({ status: 'reconnecting', nextDelayMs: 0 });
    page.goOnline();
    expect(renew).toHaveBeenCalledOnce();
  });

  it('brings nothing back to a page that nobody sees, until somebody does', async () => {
    const page = new SeenPage();
    await using daemon = await TerminalDaemon.start();
    const { connection, peer } = await attach(daemon);
    holdTimers();
    peer.socket.terminate();
    const waiting = await stateOf(connection, 'reconnecting');
    page.hide();
    page.goOnline();
    await settle();
    expect(connection.getSnapshot()).toEqual(waiting);
    page.show();
    expect(connection.getSnapshot()).toMatchObject({ status: 'reconnecting', nextDelayMs: 0 });
    await daemon.peer();
    expect(daemon.connections).toBe(2);
  });
});
