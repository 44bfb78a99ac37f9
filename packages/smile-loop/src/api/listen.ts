import { once } from 'node:events';
import type { Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { SmileError } from '../contract/errors.js';

/** Listens on 127.0.0.1. Throws `port_unavailable`. `port` 0 takes a free one. Returns the port. */
export async function listen(server: Server, port: number): Promise<number> {
  try {
    await listenAt(server, '127.0.0.1', port);
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code !== 'EADDRINUSE' && code !== 'EACCES') throw error;
    const why = code === 'EACCES' ? 'needs more rights than you have' : 'is in use';
    throw new SmileError('port_unavailable', `Port ${port} ${why}. Choose another one, or 0 for any that is free.`, {
      port,
    });
  }
  return (server.address() as AddressInfo).port;
}

/** Listens on ::1 at the same port, for programs to which `localhost` is that. Says whether it could. */
export async function listenOnSix(server: Server, port: number): Promise<boolean> {
  try {
    await listenAt(server, '::1', port);
    return true;
  } catch (error) {
    // No IPv6 on this machine, or somebody else there: 127.0.0.1 is enough.
    const { code = '' } = error as NodeJS.ErrnoException;
    if (['EADDRNOTAVAIL', 'EAFNOSUPPORT', 'EADDRINUSE', 'EINVAL'].includes(code)) return false;
    throw error;
  }
}

async function listenAt(server: Server, host: string, port: number): Promise<void> {
  server.listen({ host, port, exclusive: true });
  await once(server, 'listening');
}
