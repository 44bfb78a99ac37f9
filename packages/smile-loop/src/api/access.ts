import { createHash, timingSafeEqual } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import { ApiError } from './api-error.js';

/** The names under which this machine addresses itself. */
const LOOPBACK_NAMES: ReadonlySet<string> = new Set(['localhost', '127.0.0.1', '[::1]']);
/** The name under which a container addresses it. */
const CONTAINER_NAME = 'host.docker.internal';

/**
 * The cookie by which the page shows that it was opened by who has the observer's token. A browser sends a cookie to all
 * ports of a machine, so two runs that are watched at once need two names.
 */
export function cookieName({ socket }: IncomingMessage): string {
  return `smile_observer_${socket.localPort}`;
}

export interface AccessOptions {
  /** Of the wrappers: may report results. */
  readonly secret?: string;
  /** Of those who watch: may see the state and stop the loop. */
  readonly observerToken: string;
  /** The port that containers use, where it is not the server's own. */
  readonly containerPort?: number;
}

/** Compares in a time that tells nothing of the texts. */
export function sameSecret(given: string, expected: string): boolean {
  const digest = (text: string) => createHash('sha256').update(text).digest();
  return timingSafeEqual(digest(given), digest(expected));
}

/** Throws `host_forbidden` or `origin_forbidden`: a page of another site may have had its name pointed at this machine. */
export function requireOwn({ headersDistinct, headers, socket }: IncomingMessage, options: AccessOptions): void {
  const port = socket.localPort ?? 0;
  const hosts = headersDistinct.host ?? [];
  if (hosts.length !== 1 || !isOwnHost(hosts[0] ?? '', port, options)) {
    throw new ApiError('host_forbidden', 'Use 127.0.0.1 or localhost with the port of this loop.');
  }
  const { origin } = headers;
  if (origin === undefined) return;
  const [scheme, host = ''] = origin.split('://');
  if (scheme === 'http' && isLoopback(host, port)) return;
  throw new ApiError('origin_forbidden', 'Pages of other sites may not use this loop.');
}

function isOwnHost(host: string, port: number, { containerPort = port }: AccessOptions): boolean {
  const { name, given } = parts(host);
  if (name === CONTAINER_NAME) return given === port || given === containerPort;
  return LOOPBACK_NAMES.has(name) && given === port;
}

function isLoopback(host: string, port: number): boolean {
  const { name, given } = parts(host);
  return LOOPBACK_NAMES.has(name) && given === port;
}

function parts(host: string): { name: string; given: number } {
  const [, name = '', port = '80'] = /^(\[[^\]]*\]|[^:]*)(?::(\d+))?$/.exec(host.toLowerCase()) ?? [];
  return { name, given: Number(port) };
}

/** Only the wrappers. Throws `unauthorized`. */
export function requireSecret(request: IncomingMessage, { secret }: AccessOptions): void {
  const given = bearerOf(request);
  if (secret !== undefined && given !== undefined && sameSecret(given, secret)) return;
  throw new ApiError('unauthorized', 'Send "Authorization: Bearer <secret>" with the secret of this run.');
}

/** The wrappers and those who watch. Throws `unauthorized`. */
export function requireAny(request: IncomingMessage, { secret, observerToken }: AccessOptions): void {
  const given = [bearerOf(request), queryOf(request).get('token'), cookieOf(request)];
  const accepted = [secret, observerToken].filter((text) => text !== undefined);
  if (given.some((text) => text != null && accepted.some((expected) => sameSecret(text, expected)))) return;
  throw new ApiError('unauthorized', 'Open the address with its token that "smile-loop observe" prints.');
}

export function queryOf({ url = '/' }: IncomingMessage): URLSearchParams {
  return new URLSearchParams(url.split('?')[1] ?? '');
}

function bearerOf({ headers }: IncomingMessage): string | undefined {
  return /^Bearer (.+)$/i.exec(headers.authorization ?? '')?.[1];
}

function cookieOf(request: IncomingMessage): string | undefined {
  const own = cookieName(request);
  const pairs = (request.headers.cookie ?? '').split(';').map((pair) => pair.trim().split('='));
  return pairs.find(([name]) => name === own)?.[1];
}
