import type { IncomingMessage } from 'node:http';

/** Enough of an address to recognise it by. */
const MAX_SHOWN_LENGTH = 200;

/** Where a redirect leads: to an address of the same origin, or elsewhere, as it may be shown to a person. */
export type Redirect = { kind: 'same_origin'; url: URL } | { kind: 'elsewhere'; address: string };

/**
 * The redirect that an answer is, or undefined where it is none. What comes with an exercise runs on the
 * student's machine, so it comes from the site that was named and from no other: scheme, host and port
 * stay. A password in the target is somebody's trick; the one given with `--content` goes on within its
 * origin and nowhere else.
 */
export function redirectOf({ statusCode = 0, headers }: IncomingMessage, from: URL): Redirect | undefined {
  const { location } = headers;
  if (![301, 302, 303, 307, 308].includes(statusCode) || location === undefined) return undefined;
  const base = withoutPassword(from);
  const url = URL.canParse(location, base.href) ? new URL(location, base) : undefined;
  if (url === undefined) return { kind: 'elsewhere', address: 'an address that is none' };
  if (url.origin !== base.origin || url.username !== '' || url.password !== '') {
    return { kind: 'elsewhere', address: shown(url) };
  }
  url.username = from.username;
  url.password = from.password;
  return { kind: 'same_origin', url };
}

/** An address as it may be shown and stored: a name and a password in it are nobody else's business. */
export function withoutPassword(address: URL): URL {
  const plain = new URL(address);
  plain.username = '';
  plain.password = '';
  return plain;
}

function shown(url: URL): string {
  const { href } = withoutPassword(url);
  return href.length > MAX_SHOWN_LENGTH ? `${href.slice(0, MAX_SHOWN_LENGTH)}…` : href;
}
