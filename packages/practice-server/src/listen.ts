import { createServer, type IncomingMessage, type RequestListener, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Duplex } from 'node:stream';
import { systemCode } from '@agent-factory/exercise-runtime';

/** Loopback by both its names: browsers resolve `localhost` to either. */
const IPV4 = '127.0.0.1';
const IPV6 = '::1';

/** A port that the system chose for IPv4 can be taken on IPv6; another choice hardly is too. */
const ANY_PORT_TRIES = 5;

/** What comes in: requests, and connections that become WebSockets. */
export interface Door {
  readonly request: RequestListener;
  readonly upgrade: (request: IncomingMessage, socket: Duplex, head: Buffer) => void;
  /** Asks everybody inside to leave; nobody new gets in. */
  close(): void;
  /** Puts out who did not leave. */
  cut(): void;
}

export interface ListenOptions {
  /** Ports to try, in this order; `[0]` lets the system choose. */
  readonly ports: readonly number[];
  /** Called with the port before the first request can come in on it. */
  readonly open: (port: number) => Door;
  /** Asked about each taken port; may end the search. */
  readonly onTaken: (port: number) => Promise<'next' | 'stop'>;
}

export interface Listening {
  readonly port: number;
  readonly door: Door;
  readonly servers: readonly Server[];
}

/** Listens on the first free port, on 127.0.0.1 and, where there is one, on ::1. Undefined when no port is left. */
export async function listen({ ports, open, onTaken }: ListenOptions): Promise<Listening | undefined> {
  const candidates = ports[0] === 0 ? Array<number>(ANY_PORT_TRIES).fill(0) : ports;
  for (const port of candidates) {
    const listening = await listenOnBoth(port, open);
    if (listening !== undefined) return listening;
    if (port !== 0 && (await onTaken(port)) === 'stop') return undefined;
  }
  return undefined;
}

async function listenOnBoth(port: number, open: (port: number) => Door): Promise<Listening | undefined> {
  let door: Door | undefined;
  const enter = (actual: number): Door => (door ??= open(actual));
  const first = await listenOn(IPV4, port, enter);
  if (first === 'taken' || first === 'unavailable') return undefined;
  const actual = portOf(first);
  const listening = { port: actual, door: enter(actual) };
  const second = await listenOn(IPV6, actual, enter);
  if (second === 'taken') {
    first.close();
    return undefined;
  }
  return { ...listening, servers: second === 'unavailable' ? [first] : [first, second] };
}

async function listenOn(
  host: string,
  port: number,
  open: (port: number) => Door,
): Promise<Server | 'taken' | 'unavailable'> {
  const server = createServer();
  // Within the event, so before any connection is taken.
  server.once('listening', () => {
    const { request, upgrade } = open(portOf(server));
    server.on('request', request).on('upgrade', upgrade);
  });
  try {
    await new Promise<void>((resolve, reject) => {
      server.once('error', reject);
      server.listen({ host, port, exclusive: true }, resolve);
    });
    return server;
  } catch (error) {
    const code = systemCode(error);
    if (code === 'EADDRINUSE' || code === 'EACCES') return 'taken';
    if (code === 'EADDRNOTAVAIL' || code === 'EAFNOSUPPORT') return 'unavailable';
    throw error;
  }
}

function portOf(server: Server): number {
  return (server.address() as AddressInfo).port;
}
