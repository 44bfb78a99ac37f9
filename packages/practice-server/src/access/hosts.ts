import type { IncomingMessage } from 'node:http';

/** The names under which a program on this machine can address the machine itself. */
const LOOPBACK_NAMES = new Set(['localhost', '127.0.0.1', '[::1]']);

/**
 * Whether a Host header names this daemon. A page whose DNS name was rebound to 127.0.0.1 still
 * sends that name, which is why this is checked on every request.
 */
export function isOwnHost(host: string | undefined, port: number): boolean {
  if (host === undefined) return false;
  const match = /^(\[[^\]]*\]|[^:]*)(?::(\d+))?$/.exec(host.toLowerCase());
  if (match === null) return false;
  return LOOPBACK_NAMES.has(match[1] ?? '') && Number(match[2] ?? 80) === port;
}

/** Every host that a request names: in each Host header, and in its target if that is an absolute address. */
export function hostsOf({ headersDistinct, url = '' }: IncomingMessage): Array<string | undefined> {
  const [, authority] = /^[a-z][a-z0-9+.-]*:\/\/([^/?#]*)/i.exec(url) ?? [];
  const named = headersDistinct.host ?? [undefined];
  return authority === undefined ? named : [...named, authority];
}
