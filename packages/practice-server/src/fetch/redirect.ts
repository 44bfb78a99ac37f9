import type { IncomingMessage } from 'node:http';

/** Enough of an address to recognise it by. */
const MAX_SHOWN_LENGTH = 200;

/** Where a redirect leads: to an address of the same origin, or elsewhere, in a form that may be shown to people. */
export type Redirect = { kind: 'same_origin'; url: URL } | { kind: 'elsewhere'; address: string };

/**
 * The redirect that an answer asks for, or undefined if it asks for none. Parts of an exercise run on the
 * student's machine, so they come from the site that was named and from no other: scheme, host and port
 * must stay the same. A password in the target is somebody's trick; the one given with `--content` is passed
 * on within its origin and nowhere else.
 */
export function redirectOf({ statusCode = 0, headers }: IncomingMessage, from: URL): Redirect | undefined {
  const { location } = headers;
  if (![301, 302, 303, 307, 308].includes(statusCode) || location === undefined) return undefined;
  const base = withoutPassword(from);
  const url = URL.canParse(location, base.href) ? new URL(location, base) : undefined;
  if (url === undefined) return { kind: 'elsewhere', address: 'an invalid address' };
  if (url.origin !== base.origin || url.username !== '' || url.password !== '') {
    return { kind: 'elsewhere', address: shown(url) };
  }
  url.username = from.username;
  url.password = from.password;
  return { kind: 'same_origin', url };
}

/** An address as it may be shown and stored: without any user name and password. */
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
