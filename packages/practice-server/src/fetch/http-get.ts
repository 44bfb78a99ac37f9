import { type ClientRequest, type IncomingMessage, request as requestHttp } from 'node:http';
import { request as requestHttps } from 'node:https';
import { redirectOf } from './redirect.js';

/** Browsers and `fetch` follow at most 20; a lesson site that needs more than this redirects in a circle. */
const MAX_REDIRECTS = 5;
/** Answers before the answer ("100 Continue", "103 Early Hints"): a server sends one or two of them. */
const MAX_INFORMATION = 10;

export interface HttpAnswer {
  readonly status: number;
  readonly contentType: string;
  readonly body: Buffer;
}

export interface HttpLimits {
  /** For everything, from the DNS look-up to the last byte. */
  readonly timeoutMs: number;
  readonly maxBytes: number;
}

export interface HttpOptions extends HttpLimits {
  readonly method?: 'GET' | 'POST';
  readonly headers?: Readonly<Record<string, string>>;
}

/**
 * Why there is no answer. With `cut` and `too_large` a server did answer, with `unreachable` none did, and
 * with `redirected` it sent us to another origin, which is in `target`.
 */
export class HttpGetError extends Error {
  override readonly name = 'HttpGetError';
  readonly kind: 'unreachable' | 'cut' | 'too_large' | 'redirected';
  readonly target: string | undefined;

  constructor(kind: HttpGetError['kind'], message: string, target?: string) {
    super(message);
    this.kind = kind;
    this.target = target;
  }
}

/** Fetches all that is at an address. Rejects with an HttpGetError. */
export function httpGet(address: URL | string, limits: HttpLimits): Promise<HttpAnswer> {
  return httpRequest(address, limits);
}

/**
 * Sends one request without a body and reads the whole answer. It always ends, with the answer or an
 * HttpGetError, whatever the peer does, and leaves nothing open. It follows redirects only within the
 * origin. Node's own `fetch` would do some of that, but would load a client of 7 MB into a daemon
 * that asks one site for a handful of small files.
 */
export async function httpRequest(address: URL | string, options: HttpOptions): Promise<HttpAnswer> {
  // Unlike that of AbortSignal.timeout, this timer keeps a process alive that has nothing else to wait for.
  const abort = new AbortController();
  const timer = setTimeout(() => abort.abort(), options.timeoutMs);
  try {
    return await follow(new URL(address), { ...options, signal: abort.signal });
  } finally {
    clearTimeout(timer);
    // However it ended, no connection outlives its answer.
    abort.abort();
  }
}

type Bounds = HttpOptions & { readonly signal: AbortSignal };

async function follow(start: URL, bounds: Bounds): Promise<HttpAnswer> {
  let url = start;
  for (let hops = 0; hops <= MAX_REDIRECTS; hops++) {
    const response = await open(url, bounds);
    const target = redirectOf(response, url);
    if (target === undefined) return read(response, bounds);
    response.destroy();
    if (target.kind === 'elsewhere') {
      throw new HttpGetError('redirected', `it redirects to ${target.address}`, target.address);
    }
    url = target.url;
  }
  throw new HttpGetError('unreachable', 'it redirects in a circle');
}

function open(url: URL, { method = 'GET', headers = {}, signal }: Bounds): Promise<IncomingMessage> {
  const send = url.protocol === 'https:' ? requestHttps : requestHttp;
  return new Promise((resolve, reject) => {
    // One connection for each file, so that an idle daemon keeps none open.
    const request = send(url, { method, headers: { ...headers }, agent: false, signal });
    const fail = (reason: string): void => {
      reject(new HttpGetError('unreachable', reason));
      request.destroy();
    };
    refuseOtherProtocols(request, fail);
    // A "101 Switching Protocols" that names no protocol arrives like any other answer.
    request.on('response', (response) => (response.statusCode === 101 ? fail(OTHER_PROTOCOL) : resolve(response)));
    request.on('error', (error) => fail(reasonOf(error, signal)));
    // Comes after any of the events above, and alone if the connection closed without one.
    request.on('close', () => fail('it closed the connection without an answer'));
    request.end();
  });
}

const OTHER_PROTOCOL = 'it asks for a protocol other than HTTP';

/** A peer may switch protocols, or say "wait" for ever: to Node, neither is an answer or an error. */
function refuseOtherProtocols(request: ClientRequest, fail: (reason: string) => void): void {
  request.on('upgrade', (_response, socket) => {
    socket.destroy();
    fail(OTHER_PROTOCOL);
  });
  let count = 0;
  request.on('information', () => {
    count += 1;
    if (count > MAX_INFORMATION) fail('it keeps announcing an answer and sends none');
  });
}

async function read(response: IncomingMessage, { maxBytes, signal }: Bounds): Promise<HttpAnswer> {
  const chunks: Buffer[] = [];
  let size = 0;
  try {
    for await (const chunk of response as AsyncIterable<Buffer>) {
      size += chunk.length;
      if (size > maxBytes) throw new HttpGetError('too_large', `more than ${maxBytes} bytes`);
      chunks.push(chunk);
    }
  } catch (error) {
    if (error instanceof HttpGetError) throw error;
    if (signal.aborted) throw new HttpGetError('unreachable', 'it stopped halfway');
    throw new HttpGetError('cut', reasonOf(error, signal));
  }
  const contentType = response.headers['content-type'] ?? '';
  return { status: response.statusCode ?? 0, contentType, body: Buffer.concat(chunks) };
}

function reasonOf(error: unknown, signal: AbortSignal): string {
  if (signal.aborted) return 'it did not answer in time';
  if (!(error instanceof Error)) return String(error);
  return 'code' in error ? String(error.code) : error.message;
}
