import { createServer, type RequestListener, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { errnoOf } from './system/storage-error.js';

/** Loopback by both its names: browsers resolve `localhost` to either. */
const IPV4 = '127.0.0.1';
const IPV6 = '::1';

/** A port that the system chose for IPv4 can be taken on IPv6; another choice hardly is too. */
const ANY_PORT_TRIES = 5;

export interface Listening {
  readonly port: number;
  readonly servers: readonly Server[];
}

/**
 * Listens on the first free port of the list, on 127.0.0.1 and, where there is one, on ::1.
 * `onTaken` is asked about each taken port and may end the search. Undefined when no port is left.
 */
export async function listen(
  ports: readonly number[],
  handler: RequestListener,
  onTaken: (port: number) => Promise<'next' | 'stop'>,
): Promise<Listening | undefined> {
  const candidates = ports[0] === 0 ? Array<number>(ANY_PORT_TRIES).fill(0) : ports;
  for (const port of candidates) {
    const listening = await listenOnBoth(port, handler);
    if (listening !== undefined) return listening;
    if (port !== 0 && (await onTaken(port)) === 'stop') return undefined;
  }
  return undefined;
}

async function listenOnBoth(port: number, handler: RequestListener): Promise<Listening | undefined> {
  const first = await listenOn(IPV4, port, handler);
  if (first === 'taken' || first === 'unavailable') return undefined;
  const actual = (first.address() as AddressInfo).port;
  const second = await listenOn(IPV6, actual, handler);
  if (second === 'taken') {
    first.close();
    return undefined;
  }
  return { port: actual, servers: second === 'unavailable' ? [first] : [first, second] };
}

async function listenOn(
  host: string,
  port: number,
  handler: RequestListener,
): Promise<Server | 'taken' | 'unavailable'> {
  const server = createServer(handler);
  try {
    await new Promise<void>((resolve, reject) => {
      server.once('error', reject);
      server.listen({ host, port, exclusive: true }, resolve);
    });
    return server;
  } catch (error) {
    const code = errnoOf(error);
    if (code === 'EADDRINUSE' || code === 'EACCES') return 'taken';
    if (code === 'EADDRNOTAVAIL' || code === 'EAFNOSUPPORT') return 'unavailable';
    throw error;
  }
}
