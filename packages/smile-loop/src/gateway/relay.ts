import { once } from 'node:events';
import type { ServerResponse } from 'node:http';
import { isEventStream, readAnswer } from './answer.js';
import { upstreamFailed, type Watch } from './ask-upstream.js';
import { EventStreamReader } from './event-stream.js';
import type { Exchange } from './exchange.js';
import { headersFrom } from './headers.js';
import { AnswerFailed } from './reason.js';
import type { Refused } from './refused.js';
import { redacted, type Upstream } from './upstreams.js';
import { newReading, type Reading } from './vendors/reading.js';

/** Bytes of one answer at most. */
const MAX_ANSWER_BYTES = 64 * 1024 * 1024;

export interface Relayed {
  readonly status: number;
  readonly contentType: string;
  readonly bytes: Buffer;
  readonly reading: Reading;
  /** It broke off after its beginning had been passed on. */
  readonly failure: Refused | undefined;
}

export interface Relay {
  readonly exchange: Exchange;
  readonly answered: Response;
  readonly response: ServerResponse;
  readonly watch: Watch;
  readonly pauseMs: number;
  readonly upstream: Upstream;
}

/** Passes an answer on as it comes. Throws `Refused`, if nothing of it can be used. */
export async function relayAnswer(relay: Relay): Promise<Relayed> {
  const contentType = relay.answered.headers.get('content-type') ?? '';
  return relay.answered.status === 200 && isEventStream(contentType) ? relayEvents(relay) : relayWhole(relay);
}

async function relayWhole(relay: Relay): Promise<Relayed> {
  const { exchange, answered, response, upstream } = relay;
  const { status } = answered;
  try {
    const chunks: Buffer[] = [];
    for await (const chunk of chunksOf(relay)) chunks.push(chunk);
    const raw = Buffer.concat(chunks);
    if (status < 200 || (status >= 300 && status < 400)) throw new AnswerFailed(`it has status ${status}`);
    const bytes = status < 400 ? raw : errorOf(relay, raw);
    const reading = readAnswer(exchange.vendor, 'application/json', bytes);
    response.writeHead(status, { ...headersFrom(answered.headers), 'content-type': 'application/json' }).end(bytes);
    return { status, contentType: 'application/json', bytes, reading, failure: undefined };
  } catch (error) {
    throw upstreamFailed(exchange, upstream, error);
  }
}

/** An error as the vendor tells it, but for the key and the address, which some repeat; what is no JSON is put in its shape. */
function errorOf({ exchange, answered: { status }, upstream }: Relay, raw: Buffer): Buffer {
  const text = redacted(raw.toString('utf8'), upstream);
  try {
    JSON.parse(text);
    return Buffer.from(text);
  } catch {
    const message = `${exchange.vendor.name} answered with status ${status} and no JSON`;
    return Buffer.from(JSON.stringify(exchange.vendor.errorBody(status, { code: 'upstream_failed', message })));
  }
}

async function relayEvents(relay: Relay): Promise<Relayed> {
  const { exchange, answered, response, upstream } = relay;
  const reading = newReading();
  const events = new EventStreamReader((event) => exchange.vendor.read(reading, event));
  const all: Buffer[] = [];
  let failure: Refused | undefined;
  try {
    let pending: Buffer = Buffer.alloc(0);
    for await (const chunk of chunksOf(relay)) {
      all.push(chunk);
      events.push(chunk);
      pending = await sendEvents(relay, Buffer.concat([pending, chunk]));
    }
    if (!reading.ended) throw new AnswerFailed('it broke off');
    response.end(pending);
  } catch (error) {
    failure = upstreamFailed(exchange, upstream, error);
    if (!response.headersSent) throw failure;
    response.end(exchange.vendor.errorEvent(failure.refusal));
  }
  return { status: answered.status, contentType: 'text/event-stream', bytes: Buffer.concat(all), reading, failure };
}

/** Sends whole events only, so that one that says what failed can follow at any time. Gives back the rest. */
async function sendEvents({ answered, response }: Relay, pending: Buffer): Promise<Buffer> {
  const end = Math.max(pending.lastIndexOf('\n\n') + 2, pending.lastIndexOf('\n\r\n') + 3);
  if (end < 3) return pending;
  if (!response.headersSent) {
    const headers = { 'content-type': 'text/event-stream', 'cache-control': 'no-cache' };
    response.writeHead(200, { ...headersFrom(answered.headers), ...headers });
  }
  const flows = response.write(pending.subarray(0, end));
  if (!flows && !response.destroyed) await Promise.race([once(response, 'drain'), once(response, 'close')]);
  return pending.subarray(end);
}

async function* chunksOf({ answered, watch, pauseMs }: Relay): AsyncGenerator<Buffer> {
  let bytes = 0;
  watch.expect(pauseMs);
  for await (const chunk of answered.body ?? []) {
    watch.expect(pauseMs);
    bytes += chunk.length;
    if (bytes > MAX_ANSWER_BYTES) throw new AnswerFailed('it is too large');
    yield Buffer.from(chunk);
  }
}
