import { once } from 'node:events';
import { type AddressInfo, connect, createServer, type Socket } from 'node:net';
import { isWsl, WINDOWS } from './linux.js';
import type { Owner } from './owner.js';
import { Peers } from './peers.js';

/** The owner that is found for a connection of this very process: it shows whether this machine can tell owners. */
export async function probeOwner(): Promise<Owner> {
  // Our own connection would have both ends in Linux; the owners of those from Windows are what cannot be told.
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
