import { once } from 'node:events';
import { PracticeError } from '@agent-factory/protocol';
import type { Request, Response } from 'express';
import { abandonment } from './abandonment.js';

/** Something is sent at least this often, in milliseconds, so that a connection that is gone is noticed. */
const KEEP_ALIVE_MS = 15_000;

/** A client that reads nothing for so long, in milliseconds, is let go: it asks again for what it has missed. */
const PATIENCE_MS = 120_000;

/** One server-sent event, its data as a value or as JSON already; a comment; or messages that are text already. */
export type SentEvent =
  | { readonly id: number; readonly data: unknown }
  | { readonly id: string; readonly json: string }
  | { readonly comment: string }
  | { readonly messages: string };

/**
 * Answers with server-sent events as they come, no faster than the client reads. A failure before the first one is an
 * error like that of any route; one after it ends the stream, and the client asks again.
 */
export async function streamEvents(
  response: Response,
  produce: (signal: AbortSignal) => AsyncIterable<readonly SentEvent[]>,
): Promise<void> {
  const signal = abandonment(response);
  const begin = () => response.headersSent || response.status(200).type('text/event-stream');
  const keepAlive = setInterval(() => response.headersSent && response.write(':\n\n'), KEEP_ALIVE_MS);
  try {
    for await (const events of produce(signal)) {
      begin();
      const more = response.write(events.map(textOf).join(''));
      if (!more && !(await drained(response, signal))) response.destroy();
      if (signal.aborted || response.destroyed) return;
    }
    begin();
    response.end();
  } catch (error) {
    if (!response.headersSent) throw error;
    response.destroy();
  } finally {
    clearInterval(keepAlive);
  }
}

/** The last event that the client has: by its header after a lost connection, else by `?after=`. */
export function lastEventId(request: Request, after: number | undefined): number {
  const header = request.headers['last-event-id'];
  if (header === undefined) return after ?? 0;
  const id = typeof header === 'string' && /^\d{1,15}$/.test(header) ? Number(header) : undefined;
  if (id !== undefined) return id;
  throw new PracticeError('invalid_request', 'Last-Event-ID is the id of an event.', {
    issues: ['Last-Event-ID: a whole number'],
  });
}

function textOf(event: SentEvent): string {
  if ('messages' in event) return event.messages;
  if ('comment' in event) return `: ${event.comment}\n\n`;
  const json = 'json' in event ? event.json : JSON.stringify(event.data);
  return `id: ${event.id}\ndata: ${json}\n\n`;
}

/** Resolves when the client has read what waits for it. False if it takes too long, or has gone. */
function drained(response: Response, signal: AbortSignal): Promise<boolean> {
  const patience = AbortSignal.any([signal, AbortSignal.timeout(PATIENCE_MS)]);
  return once(response, 'drain', { signal: patience }).then(
    () => true,
    () => false,
  );
}
