import { type ErrorBody, NDJSON } from '@agent-factory/protocol';
import type { Response } from 'express';
import { errorBody, toPracticeError } from '../respond.js';
import { abandonment } from './abandonment.js';

/** A page that reads so little that this many bytes wait for it has hung. */
const MAX_WAITING_BYTES = 1024 * 1024;

interface ErrorRow {
  readonly type: 'error';
  readonly error: ErrorBody;
}

/**
 * Answers with rows of JSON as they come, until `produce` is done or the client leaves. A failure before the first row
 * is an error like that of any route; after it, a row of type `error`.
 */
export async function streamRows<Row extends object>(
  response: Response,
  produce: (write: (row: Row) => void, signal: AbortSignal) => Promise<void>,
): Promise<void> {
  const write = (row: Row | ErrorRow): void => {
    if (!response.headersSent) response.status(200).type(NDJSON);
    response.write(`${JSON.stringify(row)}\n`);
    if (response.writableLength > MAX_WAITING_BYTES) response.destroy();
  };
  try {
    await produce(write, abandonment(response));
  } catch (error) {
    if (!response.headersSent) throw error;
    write({ type: 'error', error: errorBody(toPracticeError(error)) });
  }
  response.end();
}
