import { once } from 'node:events';
import { type AddressInfo, connect, createServer, type Socket } from 'node:net';
import { isWsl, WINDOWS } from './linux.js';
import type { Owner } from './owner.js';
import { Peers } from './peers.js';

/** Whose a connection of this very process is found to be: whether owners can be told on this machine. */
export async function probeOwner(): Promise<Owner> {
  // A connection of our own has both its ends in Linux; those of Windows are the ones that cannot be told.
  if (isWsl()) return WINDOWS;
  const peers = new Peers();
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const client = connect((server.address() as AddressInfo).port, '127.0.0.1');
  try {
    const [peer]: Socket[] = await once(server, 'connection');
    const owner = peer === undefined ? undefined : await peers.ownerOf(peer);
    peer?.destroy();
    return owner ?? { kind: 'gone' };
  } finally {
    client.destroy();
    server.close();
    peers.close();
  }
}
