import type { IncomingHttpHeaders } from 'node:http';
import type { Upstream } from './upstreams.js';

/** Of a request: what is about one connection, about who asks, or about bytes that are written anew does not go on. */
const NOT_FORWARDED =
  /^(host|connection|keep-alive|transfer-encoding|te|trailer|upgrade|expect|content-length|content-type|content-encoding|accept-encoding|x-http-method-override|cookie|authorization|x-api-key|x-goog-api-key|proxy-.*|x-forwarded-.*|forwarded|sec-websocket-.*)$/;

/** Of an answer: what the CLIs read. The rest tells of the author's account. */
const ANSWERED = ['retry-after', 'retry-after-ms', 'x-should-retry', 'request-id', 'x-request-id'];

/** The agent's own headers with the author's credentials; answers are asked for uncompressed, as they are read here. */
export function headersFor(asked: IncomingHttpHeaders, upstream: Upstream): Record<string, string> {
  const forwarded = Object.entries(asked).filter(([name]) => !NOT_FORWARDED.test(name));
  const headers = Object.fromEntries(forwarded.map(([name, value]) => [name, String(value)]));
  const betas = [headers['anthropic-beta'], upstream.beta].filter((beta) => beta !== undefined);
  return {
    ...headers,
    ...(upstream.beta !== undefined && { 'anthropic-beta': [...new Set(betas.join(',').split(','))].join(',') }),
    ...upstream.headers,
    'content-type': 'application/json',
    'accept-encoding': 'identity',
  };
}

export function headersFrom(answered: Headers): Record<string, string> {
  const kept = ANSWERED.map((name) => [name, answered.get(name)] as const);
  return Object.fromEntries(kept.filter((entry): entry is readonly [string, string] => entry[1] !== null));
}

/** The token of an agent, wherever its CLI puts a key. */
export function tokenOf(headers: IncomingHttpHeaders, query: URLSearchParams): string {
  const bearer = /^Bearer\s+(.+)$/i.exec(headers.authorization ?? '')?.[1];
  return [headers['x-api-key'], headers['x-goog-api-key'], bearer, query.get('key')].map(String).find(isToken) ?? '';
}

function isToken(text: string): boolean {
  return text !== 'undefined' && text !== 'null' && text !== '';
}
