import { lookup } from 'node:dns/promises';
import { connect, isIP, type Socket } from 'node:net';
import { isPublicAddress } from './addresses.js';
import type { HostRules } from './allowed-hosts.js';

/** Addresses of a host, in the order in which they are tried. */
export type Resolve = (host: string) => Promise<readonly string[]>;

/** Addresses that are tried, and milliseconds for each. */
const MAX_ADDRESSES = 4;
const CONNECT_MS = 10_000;

/** Why a host is not reached, and what to tell whoever asked. */
export class NotReached extends Error {
  override readonly name = 'NotReached';
  readonly status: 400 | 403 | 502;

  constructor(status: 400 | 403 | 502, message: string) {
    super(message);
    this.status = status;
  }
}

export async function resolveByDns(host: string): Promise<readonly string[]> {
  return (await lookup(host, { all: true })).map(({ address }) => address);
}

/**
 * Connects to a host that may be reached, at an address that was looked at: a name cannot lead elsewhere between the
 * look and the connection. Throws `NotReached`.
 */
export async function reach(host: string, port: number, rules: HostRules, resolve: Resolve): Promise<Socket> {
  if (!rules.isAllowed(host, port)) throw new NotReached(403, notNamed(host, port));
  const addresses = await addressesOf(host, resolve);
  const usable = rules.mayBePrivate(host, port) ? addresses : addresses.filter(isPublicAddress);
  if (usable.length === 0) throw new NotReached(403, isPrivate(host, port, addresses[0] ?? ''));
  for (const address of usable.slice(0, MAX_ADDRESSES)) {
    const socket = await connected(address, port);
    if (socket) return socket;
  }
  throw new NotReached(502, `${host}:${port} does not answer.`);
}

async function addressesOf(host: string, resolve: Resolve): Promise<readonly string[]> {
  if (isIP(host)) return [host];
  const addresses = await resolve(host).catch(() => []);
  if (addresses.length === 0) throw new NotReached(502, `The name ${host} leads nowhere.`);
  return addresses;
}

/** Undefined, where nobody answers in time. */
function connected(address: string, port: number): Promise<Socket | undefined> {
  return new Promise((resolve) => {
    const socket = connect({ host: address, port, timeout: CONNECT_MS });
    const fail = () => {
      socket.destroy();
      resolve(undefined);
    };
    socket.once('error', fail);
    socket.once('timeout', fail);
    socket.once('connect', () => {
      socket.removeListener('error', fail);
      socket.removeListener('timeout', fail);
      socket.setTimeout(0);
      resolve(socket);
    });
  });
}

function notNamed(host: string, port: number): string {
  const entry = port === 80 || port === 443 ? host : `${host}:${port}`;
  return `${host}:${port} is not reachable, because the tutorial does not name it: "allowedHosts": ["${entry}"] in smile.json opens it.`;
}

function isPrivate(host: string, port: number, address: string): string {
  const entry = port === 80 || port === 443 ? host : `${host}:${port}`;
  return `${host}:${port} is not reachable, because it leads to ${address}, which is no public address: "allowedHosts": ["${entry}"] in smile.json opens it.`;
}
