import { writeFailure } from '@agent-factory/exercise-runtime';
import {
  decode,
  ERRORS,
  type ErrorBody,
  type ErrorCode,
  exerciseIdSchema,
  PracticeError,
} from '@agent-factory/protocol';
import type { EventSubject } from '@agent-factory/protocol/events';
import type { ErrorRequestHandler } from 'express';
import * as z from 'zod';
import type { EventLog } from '../events/event-log.js';
import { databaseFailure, sqliteCode } from '../store/failure.js';
import type { Logger } from '../system/log.js';

/** From this status on, what failed is not the caller's mistake, and belongs into the event log. */
const OURS = 500;

export interface ErrorOptions {
  readonly log: Logger;
  readonly events: Pick<EventLog, 'append'>;
}

/** Turns whatever a handler threw into the one shape that all errors have. */
export function createErrorHandler({ log, events }: ErrorOptions): ErrorRequestHandler {
  return (thrown, request, response, next) => {
    const error = toPracticeError(thrown);
    if (error.code === 'internal') log.error({ err: thrown, path: request.path }, 'A request failed because of a bug');
    else log.debug({ code: error.code, path: request.path }, error.message);
    if (ERRORS[error.code].status >= OURS) events.append({ ...subjectOf(request.body), ...eventOf(error) });
    if (response.headersSent) return next(thrown);
    response.status(ERRORS[error.code].status).json(errorBody(error));
  };
}

export function errorBody(error: PracticeError): ErrorBody {
  return { ...error.facts, error: error.code, message: error.message };
}

/** The exercise that the request was about. */
function subjectOf(body: unknown): EventSubject {
  const outcome = decode(subjectSchema, body);
  return outcome.ok ? outcome.value : {};
}

const subjectSchema = z.object({ exerciseId: exerciseIdSchema });

function eventOf({ code, message }: PracticeError) {
  return { type: 'error', data: { code, message } } as const;
}

/** Errors of the body parser, by the `type` it gives them. */
const BODY_ERRORS: Record<string, [ErrorCode, string]> = {
  'entity.parse.failed': [
    'invalid_json',
    'The body is not JSON. Send an object such as {"exerciseId": "ch34-first-agent"}.',
  ],
  'entity.too.large': ['payload_too_large', 'The body is larger than this request ever needs.'],
  'encoding.unsupported': ['unsupported_media_type', 'Send the body without compression.'],
  'charset.unsupported': ['unsupported_media_type', 'Send the body as UTF-8.'],
  'request.aborted': ['invalid_request', 'The body ended before it was complete.'],
  'request.size.invalid': ['invalid_request', 'The body is not as long as its Content-Length says.'],
};

/** What failed, if it is not known which file it was. */
const STATE = 'the state of the practice server';

export function toPracticeError(thrown: unknown): PracticeError {
  if (thrown instanceof PracticeError) return thrown;
  const type = thrown instanceof Error && 'type' in thrown ? String(thrown.type) : '';
  const known = BODY_ERRORS[type];
  if (known !== undefined) return new PracticeError(known[0], known[1], limitFact(known[0], thrown));
  if (thrown instanceof URIError) return new PracticeError('not_found', 'The address is not well formed.');
  const storage = sqliteCode(thrown) === undefined ? writeFailure(thrown, STATE) : databaseFailure(thrown, STATE);
  if (storage instanceof PracticeError) return storage;
  return new PracticeError(
    'internal',
    'Something went wrong in the practice server; its log in ~/.af-practice/logs says what.',
  );
}

function limitFact(code: ErrorCode, thrown: unknown): Record<string, unknown> {
  if (code !== 'payload_too_large' || !(thrown instanceof Error) || !('limit' in thrown)) return {};
  return { limitBytes: thrown.limit };
}
