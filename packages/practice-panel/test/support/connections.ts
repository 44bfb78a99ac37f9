import { afterEach, beforeAll, vi } from 'vitest';
import { TerminalConnection, type TerminalConnectionOptions } from '../../src/client/terminal/terminal-connection.js';
import { stateOf } from './states.js';
import { installWebSocket, type Peer, type TerminalDaemon } from './terminal-daemon.js';

export const size = { cols: 100, rows: 30 };

const opened: TerminalConnection[] = [];

/** In each test of the file that calls it, connections may be opened: they end with it, as do faked timers and globals. */
export function endConnections(): void {
  beforeAll(installWebSocket);
  afterEach(() => {
    vi.useRealTimers();
    for (const connection of opened.splice(0)) connection.close();
    vi.unstubAllGlobals();
  });
}

/** One that is not open yet. */
export function makeConnection(options: TerminalConnectionOptions): TerminalConnection {
  const connection = new TerminalConnection(options);
  opened.push(connection);
  return connection;
}

export function connect(options: TerminalConnectionOptions): TerminalConnection {
  const connection = makeConnection(options);
  connection.open(size);
  return connection;
}

export async function attach(daemon: TerminalDaemon, options: Partial<TerminalConnectionOptions> = {}) {
  const connection = connect({ url: daemon.url, ...options });
  return { connection, peer: await letIn(daemon, connection) };
}

/** The daemon attaches it as the writer, as soon as it has connected. */
export async function letIn(daemon: TerminalDaemon, connection: TerminalConnection): Promise<Peer> {
  const peer = await daemon.peer();
  await peer.frame('resize');
  peer.send({ type: 'attached', role: 'writer', cols: 80, rows: 24 });
  await stateOf(connection, 'attached');
  return peer;
}

/** Whatever the network has to pass on is passed on. */
export async function settle(): Promise<void> {
  for (let turn = 0; turn < 200; turn += 1) await new Promise((resolve) => setImmediate(resolve));
}

/** Time goes by only as the test says, for what waits. */
export function holdTimers(): void {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
}
