import { describe, expect, it, vi } from 'vitest';
import { PIECE_UNITS } from '../../../src/client/pastes/paste-text.js';
import type { PasteProblem } from '../../../src/client/pastes/pastes.js';
import type { TerminalConnection } from '../../../src/client/terminal/terminal-connection.js';
import { attach, endConnections, holdTimers } from '../../support/connections.js';
import { eventually } from '../../support/eventually.js';
import { stateOf } from '../../support/states.js';
import { TerminalDaemon } from '../../support/terminal-daemon.js';

endConnections();

const KEY = new TextEncoder().encode('k');
const large = 'x'.repeat(40 * PIECE_UNITS);

/** Begins a paste that the daemon does not answer, and keeps what is said of it. */
async function pasteUnanswered(daemon: TerminalDaemon) {
  const { connection, peer } = await attach(daemon);
  const problems: PasteProblem[] = [];
  connection.pastes.problems.on((problem) => problems.push(problem));
  connection.pastes.start('pasted');
  await peer.typed('pasted'.length);
  expect(connection.pastes.getSnapshot().status).toBe('under_way');
  const said = () => [connection.pastes.getSnapshot().status, problems];
  return { connection, peer, said };
}

const gone = ['none', ['not_connected']];

describe('a paste that the daemon has not answered', () => {
  it('is said to be gone as soon as the line is, not only when it comes back', async () => {
    await using daemon = await TerminalDaemon.start();
    const { connection, peer, said } = await pasteUnanswered(daemon);
    holdTimers();
    peer.socket.terminate();
    await stateOf(connection, 'reconnecting');
    expect(said()).toEqual(gone);
  });

  it.each([
    ['closes the connection', (connection: TerminalConnection) => connection.close()],
    ['connects again', (connection: TerminalConnection) => connection.retry()],
  ])('is said to be gone where the student %s', async (_, act) => {
    await using daemon = await TerminalDaemon.start();
    const { connection, said } = await pasteUnanswered(daemon);
    act(connection);
    expect(said()).toEqual(gone);
  });

  it('is said to be gone where another tab writes from now on', async () => {
    await using daemon = await TerminalDaemon.start();
    const { connection, peer, said } = await pasteUnanswered(daemon);
    const told = new Promise((resolve) => connection.frames.on(resolve));
    peer.send({ type: 'attached', role: 'watcher', cols: 80, rows: 24 });
    await told;
    expect(said()).toEqual(gone);
  });
});

describe('a large paste', () => {
  it('has keys wait behind it, which count as delivered', async () => {
    await using daemon = await TerminalDaemon.start();
    const { connection, peer } = await attach(daemon);
    connection.pastes.start(large);
    expect(connection.send(KEY)).toBe(true);
    const typed = await peer.typed(large.length + 1);
    expect(typed.toString() === `${large}k`).toBe(true);
  });

  it('waits until the network has taken what it has, so that the tab does not hold it twice', async () => {
    let waiting = 2_000_000;
    const asked = vi.fn();
    class SlowWebSocket extends WebSocket {
      override get bufferedAmount(): number {
        asked();
        return waiting;
      }
    }
    vi.stubGlobal('WebSocket', SlowWebSocket);
    await using daemon = await TerminalDaemon.start();
    const { connection, peer } = await attach(daemon);
    connection.pastes.start(large);
    await peer.frame('paste');
    await eventually(() => expect(asked.mock.calls.length > 2 || peer.input.length > 0).toBe(true));
    expect(connection.pastes.getSnapshot()).toMatchObject({ sentBytes: 0 });
    waiting = 0;
    expect(await peer.typed(large.length)).toHaveLength(large.length);
  });
});
