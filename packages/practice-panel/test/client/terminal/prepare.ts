import type { TerminalConnection } from '../../../src/client/terminal/terminal-connection.js';
import { makeConnection, size } from '../../support/connections.js';
import type { TerminalDaemon } from '../../support/terminal-daemon.js';

/** One that has said its size and, unless it is said otherwise, was attached, and that nobody has opened. */
export async function prepare(daemon: TerminalDaemon, isAttached = true) {
  const connection = makeConnection({ url: daemon.url });
  connection.prepare(size);
  const peer = await daemon.peer();
  await peer.frame('resize');
  if (isAttached) peer.send({ type: 'attached', role: 'writer', ...size });
  return { connection, peer };
}

/** What the connection passes on, in its order. */
export function heard(connection: TerminalConnection): string[] {
  const all: string[] = [];
  connection.frames.on(({ type }) => all.push(type));
  connection.output.on(({ bytes, first }) => all.push(`${first} ${Buffer.from(bytes)}`));
  return all;
}
