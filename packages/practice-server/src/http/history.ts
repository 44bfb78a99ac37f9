import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { setImmediate as breathe } from 'node:timers/promises';
import {
  type HistoryResponse,
  type HistoryStreamRow,
  NDJSON,
  PracticeError,
  type SessionId,
  sessionIdSchema,
} from '@agent-factory/protocol';
import type { Request, RequestHandler, Response } from 'express';
import { knowsOf } from '../access/folders-seen.js';
import type { Caller, Guard } from '../access/guard.js';
import type { Sessions } from '../sessions/sessions.js';
import type { HistoryWish } from '../tmux/history.js';

/** The most lines that a request can ask for: more than any history that tmux could hold in memory. */
const MAX_LINES = 1_000_000;

/** Characters turned into JSON at a time, which blocks all others for less than a millisecond. */
const SLICE_LENGTH = 64 * 1024;

/** `GET /terminal/<session>/history`: for a page with the session's ticket, or a program with our token. */
export function historyRoute(guard: Guard, sessions: Sessions): RequestHandler {
  return async (request, response) => {
    const caller = await guard.authorize(request);
    const wish = readWish(request);
    const sessionId = readSessionId(request);
    if (caller.kind !== 'bearer') await checkTicket(sessions, { caller, sessionId, ticket: request.query.ticket });
    const history = await sessions.history(sessionId, wish);
    if (history === undefined) throw notFound();
    const asRows = request.accepts(['json', NDJSON]) === NDJSON;
    await send(response.status(200).type(asRows ? NDJSON : 'json'), asRows ? rows(history) : jsonPieces(history));
  };
}

function readSessionId(request: Request): SessionId {
  const parsed = sessionIdSchema.safeParse(request.params.sessionId);
  if (parsed.success) return parsed.data;
  throw notFound();
}

interface Shown {
  readonly caller: Caller;
  readonly sessionId: SessionId;
  readonly ticket: unknown;
}

async function checkTicket(sessions: Sessions, { caller, sessionId, ticket }: Shown): Promise<void> {
  const admitted = await sessions.admits(sessionId, typeof ticket === 'string' ? ticket : '');
  if (admitted === 'yes') return;
  if (admitted === 'no_session' || !knowsOf(caller, sessionId)) throw notFound();
  throw new PracticeError('ticket_invalid', 'The ticket of this session is no longer valid. Start the exercise again.');
}

function readWish({ query }: Request): HistoryWish {
  const { lines, style } = query;
  if (style !== undefined && style !== 'plain') throw invalid('style', 'is "plain" or left out');
  if (lines === undefined) return { plain: style === 'plain' };
  const count = typeof lines === 'string' && /^\d{1,7}$/.test(lines) ? Number(lines) : Number.NaN;
  if (!(count <= MAX_LINES)) throw invalid('lines', `is a whole number from 0 to ${MAX_LINES}`);
  return { lines: count, plain: style === 'plain' };
}

function invalid(name: string, rule: string): PracticeError {
  const issue = `${name}: ${name} ${rule}`;
  return new PracticeError('invalid_request', `The request is not valid: ${issue}.`, { issues: [issue] });
}

function notFound(): PracticeError {
  return new PracticeError('session_not_found', 'The session has ended. Start the exercise again.');
}

/** Sends the answer piece by piece: a history can have tens of megabytes, and typed keys must not wait for it. */
async function send(response: Response, pieces: AsyncIterable<string>): Promise<void> {
  try {
    await pipeline(Readable.from(pieces), response);
  } catch (error) {
    // The page has asked for a newer one, or has gone.
    if (!response.destroyed) throw error;
  }
}

async function* jsonPieces({ text, ...facts }: HistoryResponse): AsyncGenerator<string> {
  yield `${JSON.stringify(facts).slice(0, -1)},"text":"`;
  for await (const slice of slices(text)) yield JSON.stringify(slice).slice(1, -1);
  yield '"}';
}

async function* rows({ text, ...facts }: HistoryResponse): AsyncGenerator<string> {
  yield rowOf({ type: 'facts', facts });
  for await (const slice of slices(text)) yield rowOf({ type: 'text', text: slice });
  yield rowOf({ type: 'end' });
}

function rowOf(row: HistoryStreamRow): string {
  return `${JSON.stringify(row)}\n`;
}

/** A surrogate pair cut in half is escaped on both sides of the cut; the reader gets it whole again. */
async function* slices(text: string): AsyncGenerator<string> {
  for (let start = 0; start < text.length; start += SLICE_LENGTH) {
    yield text.slice(start, start + SLICE_LENGTH);
    await breathe();
  }
}
