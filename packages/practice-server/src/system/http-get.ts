import { get as getHttp, type IncomingMessage } from 'node:http';
import { get as getHttps } from 'node:https';

/** What browsers and `fetch` follow at most is 20; a lesson site that needs more than this is lost in a circle. */
const MAX_REDIRECTS = 5;

export interface HttpAnswer {
  readonly status: number;
  readonly contentType: string;
  readonly body: Buffer;
}

export interface HttpLimits {
  /** For everything, from the look-up of the name to the last byte. */
  readonly timeoutMs: number;
  readonly maxBytes: number;
}

/** Why there is no answer. `cut` and `too_large` came from a server that answers, `unreachable` from none. */
export class HttpGetError extends Error {
  override readonly name = 'HttpGetError';
  readonly kind: 'unreachable' | 'cut' | 'too_large';

  constructor(kind: HttpGetError['kind'], message: string) {
    super(message);
    this.kind = kind;
  }
}

/**
 * Fetches an address whole. Rejects with an HttpGetError. Node's own `fetch` would do, but brings a
 * client of 7 MB into a daemon that asks one site for a handful of small files.
 */
export async function httpGet(address: URL | string, limits: HttpLimits): Promise<HttpAnswer> {
  const signal = AbortSignal.timeout(limits.timeoutMs);
  let url = new URL(address);
  for (let hops = 0; hops <= MAX_REDIRECTS; hops++) {
    const response = await open(url, signal);
    const target = redirectOf(response, url);
    if (target === undefined) return read(response, { ...limits, signal });
    response.destroy();
    url = target;
  }
  throw new HttpGetError('unreachable', 'it redirects in a circle');
}

function open(url: URL, signal: AbortSignal): Promise<IncomingMessage> {
  const get = url.protocol === 'https:' ? getHttps : getHttp;
  return new Promise((resolve, reject) => {
    // One connection for each file: nothing of a daemon that waits stays open.
    const request = get(url, { agent: false, signal }, resolve);
    request.on('error', (error) => reject(new HttpGetError('unreachable', reasonOf(error, signal))));
  });
}

function redirectOf({ statusCode = 0, headers }: IncomingMessage, from: URL): URL | undefined {
  if (![301, 302, 303, 307, 308].includes(statusCode) || headers.location === undefined) return undefined;
  const target = URL.canParse(headers.location, from.href) ? new URL(headers.location, from) : undefined;
  return target !== undefined && /^https?:$/.test(target.protocol) ? target : undefined;
}

async function read(response: IncomingMessage, limits: HttpLimits & { signal: AbortSignal }): Promise<HttpAnswer> {
  const chunks: Buffer[] = [];
  let size = 0;
  try {
    for await (const chunk of response as AsyncIterable<Buffer>) {
      size += chunk.length;
      if (size > limits.maxBytes) throw new HttpGetError('too_large', `more than ${limits.maxBytes} bytes`);
      chunks.push(chunk);
    }
  } catch (error) {
    if (error instanceof HttpGetError) throw error;
    if (limits.signal.aborted) throw new HttpGetError('unreachable', 'it stopped half way');
    throw new HttpGetError('cut', reasonOf(error, limits.signal));
  }
  const contentType = response.headers['content-type'] ?? '';
  return { status: response.statusCode ?? 0, contentType, body: Buffer.concat(chunks) };
}

function reasonOf(error: unknown, signal: AbortSignal): string {
  if (signal.aborted) return 'it did not answer in time';
  if (!(error instanceof Error)) return String(error);
  return 'code' in error ? String(error.code) : error.message;
}
