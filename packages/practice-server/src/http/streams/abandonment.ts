import { PracticeError } from '@agent-factory/protocol';
import type { Response } from 'express';

/** Aborts when the client leaves before it has its answer: a page that reloads must not wait for its own old check. */
export function abandonment(response: Response): AbortSignal {
  const abort = new AbortController();
  response.once('close', () => {
    if (!response.writableFinished) abort.abort(new PracticeError('invalid_request', 'The client has gone.'));
  });
  return abort.signal;
}
