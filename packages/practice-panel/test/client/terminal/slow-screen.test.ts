import { describe, expect, it, vi } from 'vitest';
import type { Output } from '../../../src/client/terminal/socket.js';
import { attach, endConnections, holdTimers } from '../../support/connections.js';
import { stateOf } from '../../support/states.js';
import { TerminalDaemon } from '../../support/terminal-daemon.js';

endConnections();

/** The daemon prints what the screen does not parse yet. */
function printUnparsed(attached: Awaited<ReturnType<typeof attach>>): Promise<Output> {
  const output = new Promise<Output>((resolve) => attached.connection.output.on(resolve));
  attached.peer.print('$ ');
  return output;
}

describe('a terminal connection whose screen is slow', () => {
  it('says that what is shown is old, until the screen has caught up', async () => {
    await using daemon = await TerminalDaemon.start();
    vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval', 'performance'] });
    const attached = await attach(daemon);
    const output = await printUnparsed(attached);
    vi.advanceTimersByTime(10_000);
    expect(attached.connection.getSnapshot()).toMatchObject({ status: 'attached', behind: true });
    output.parsed();
    vi.advanceTimersByTime(1000);
    expect(attached.connection.getSnapshot()).toMatchObject({ status: 'attached', behind: false });
  });

  it('takes no daemon for gone whose answers it has not come to read, and does so once it has', async () => {
    await using daemon = await TerminalDaemon.start();
    holdTimers();
    const attached = await attach(daemon);
    const output = await printUnparsed(attached);
    vi.advanceTimersByTime(120_000);
    expect(attached.connection.getSnapshot()).toMatchObject({ status: 'attached' });
    output.parsed();
    vi.advanceTimersByTime(60_000);
    await stateOf(attached.connection, 'reconnecting');
  });
});
