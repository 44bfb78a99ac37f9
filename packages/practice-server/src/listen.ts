import { createServer, type IncomingMessage, type RequestListener, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Duplex } from 'node:stream';
import { systemCode } from '@agent-factory/exercise-runtime';

/** Both loopback addresses: browsers resolve `localhost` to either. */
const IPV4 = '127.0.0.1';
const IPV6 = '::1';

/** A port that the system chose for IPv4 can be taken on IPv6; it is unlikely that several in a row are. */
const ANY_PORT_TRIES = 5;

/**
 * On one machine, the head of a request arrives at once. Connections that send none, or a body that never
 * ends, are dropped after this long; they are looked for this often. All in milliseconds.
 */
const TIMEOUTS = { headersTimeout: 10_000, requestTimeout: 60_000, connectionsCheckingInterval: 10_000 };

/** What comes in: requests, and connections that become WebSockets. */
export interface Door {
  readonly request: RequestListener;
  readonly upgrade: (request: IncomingMessage, socket: Duplex, head: Buffer) => void | Promise<void>;
  /** Asks everybody inside to leave; nobody new gets in. */
  close(): void;
  /** Cuts off those who did not leave. */
  cut(): void;
}

export interface ListenOptions {
  /** Ports to try, in this order; `[0]` lets the system choose. */
  readonly ports: readonly number[];
  /** Called with the port before the first request can come in on it. */
  readonly open: (port: number) => Door;
  /** Called for each port that was refused; may end the search. */
  readonly onRefused: (port: number, why: Refusal) => Promise<'next' | 'stop'>;
}

/** Why a port is refused: another program has it, or it needs rights that this user does not have. */
export type Refusal = 'taken' | 'denied';

export interface Listening {
  readonly port: number;
  readonly door: Door;
  readonly servers: readonly Server[];
}

/** Listens on the first free port, on 127.0.0.1 and, if the machine has it, on ::1. Undefined when no port is left. */
export async function listen({ ports, open, onRefused }: ListenOptions): Promise<Listening | undefined> {
  const candidates = ports[0] === 0 ? Array<number>(ANY_PORT_TRIES).fill(0) : ports;
  for (const port of candidates) {
    const listening = await listenOnBoth(port, open);
    if (typeof listening === 'object') return listening;
    if (port !== 0 && (await onRefused(port, listening)) === 'stop') return undefined;
  }
  return undefined;
}

async function listenOnBoth(port: number, open: (port: number) => Door): Promise<Listening | Refusal> {
  let door: Door | undefined;
  const enter = (actual: number): Door => (door ??= open(actual));
  const first = await listenOn(IPV4, port, enter);
  if (first === 'unavailable') return 'taken';
  if (typeof first === 'string') return first;
  const actual = portOf(first);
  const listening = { port: actual, door: enter(actual) };
  const second = await listenOn(IPV6, actual, enter);
  if (second === 'taken' || second === 'denied') {
    first.close();
    return second;
  }
  return { ...listening, servers: second === 'unavailable' ? [first] : [first, second] };
}

async function listenOn(
  host: string,
  port: number,
  open: (port: number) => Door,
): Promise<Server | Refusal | 'unavailable'> {
  const server = createServer(TIMEOUTS);
  // Within the event, and so before any connection is accepted.
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
    if (code === 'EADDRINUSE') return 'taken';
    if (code === 'EACCES') return 'denied';
    if (code === 'EADDRNOTAVAIL' || code === 'EAFNOSUPPORT') return 'unavailable';
    throw error;
  }
}

function portOf(server: Server): number {
  return (server.address() as AddressInfo).port;
}
