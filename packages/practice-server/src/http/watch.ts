import { exerciseRequestSchema, NDJSON, type WatchStreamRow } from '@agent-factory/protocol';
import type { RequestHandler } from 'express';
import type { Sessions } from '../sessions/sessions.js';
import { abandonment } from './abandonment.js';
import { readBody, readExerciseId } from './request-body.js';
import { errorBody, toPracticeError } from './respond.js';

/** A page that takes nothing for so long that this much waits for it has hung. */
const MAX_WAITING_BYTES = 1024 * 1024;

/** `POST /exercises/watch`: rows, until the client goes. */
export function watchRoute(sessions: Sessions): RequestHandler {
  return async (request, response) => {
    const exerciseId = readExerciseId(readBody(request, exerciseRequestSchema).exerciseId);
    const signal = abandonment(response);
    const write = (row: WatchStreamRow): void => {
      if (!response.headersSent) response.status(200).type(NDJSON);
      response.write(`${JSON.stringify(row)}\n`);
      if (response.writableLength > MAX_WAITING_BYTES) response.destroy();
    };
    try {
      await sessions.watch(exerciseId, write, signal);
    } catch (error) {
      if (!response.headersSent) throw error;
      write({ type: 'error', error: errorBody(toPracticeError(error)) });
    }
    response.end();
  };
}
