import { type ErrorBody, NDJSON } from '@agent-factory/protocol';
import type { Response } from 'express';
import { abandonment } from './abandonment.js';
import { errorBody, toPracticeError } from './respond.js';

/** A page that takes nothing for so long that this many bytes wait for it has hung. */
const MAX_WAITING_BYTES = 1024 * 1024;

interface ErrorRow {
  readonly type: 'error';
  readonly error: ErrorBody;
}

/**
 * Answers with rows of JSON as they come, until `produce` is done or the client goes. A failure before the first row
 * is an error as of any route, and a row `error` behind it.
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
