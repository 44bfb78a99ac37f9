import type { IncomingHttpHeaders } from 'node:http';
import type { Exchange } from './exchange.js';
import { headersFor } from './headers.js';
import { AnswerFailed, reasonOf } from './reason.js';
import { Refused } from './refused.js';
import { redacted, type Upstream } from './upstreams.js';

/** Ends a call whose client has gone, or whose vendor takes too long. */
export class Watch {
  readonly #controller = new AbortController();
  #timer: NodeJS.Timeout | undefined;
  #hasGone = false;

  /** The client went away before it had its answer. */
  get hasGone(): boolean {
    return this.#hasGone;
  }

  clientGone(): void {
    this.#hasGone = true;
    this.end('the agent went away');
  }

  get signal(): AbortSignal {
    return this.#controller.signal;
  }

  /** From now on, so many milliseconds without a sign of life are too many. */
  expect(milliseconds: number): void {
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => this.end(`nothing came for ${milliseconds} ms`), milliseconds);
  }

  end(reason: string): void {
    clearTimeout(this.#timer);
    this.#controller.abort(new AnswerFailed(reason));
  }

  [Symbol.dispose](): void {
    clearTimeout(this.#timer);
  }
}

/** Throws `Refused`, if the vendor cannot be asked. A redirection is an answer: it would carry the key elsewhere. */
export async function askUpstream(
  exchange: Exchange,
  headers: IncomingHttpHeaders,
  upstream: Upstream,
  signal: AbortSignal,
): Promise<Response> {
  const { vendor, method, path, query, bytes } = exchange;
  if (upstream.secrets.length === 0) {
    throw new Refused('not_signed_in', `There are no credentials for ${vendor.name}: ${upstream.hint}.`);
  }
  const url = `${upstream.baseUrl.replace(/\/+$/, '')}${vendor.upstreamPath(path)}${query}`;
  const body = method === 'POST' ? { body: new Uint8Array(bytes) } : {};
  try {
    return await fetch(url, { method, headers: headersFor(headers, upstream), redirect: 'manual', signal, ...body });
  } catch (error) {
    throw upstreamFailed(exchange, upstream, error);
  }
}

export function upstreamFailed({ vendor }: Exchange, upstream: Upstream, error: unknown): Refused {
  const reason = redacted(reasonOf(error), upstream);
  return new Refused('upstream_failed', `The answer of ${vendor.name} failed: ${reason}.`);
}
