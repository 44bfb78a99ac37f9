import { type ProgressDocument, progressDocumentSchema, progressResetRequestSchema } from '@agent-factory/protocol';
import type { RequestHandler, Response } from 'express';
import type { Sessions } from '../sessions/sessions.js';
import { readBody, readExerciseId } from './request-body.js';

/** `GET /progress`. */
export function progressRoute(sessions: Sessions): RequestHandler {
  return async (_request, response: Response<ProgressDocument>) => {
    response.json(await sessions.exportProgress());
  };
}

/** `POST /progress/import`. */
export function importProgressRoute(sessions: Sessions): RequestHandler {
  return async (request, response) => {
    response.json(await sessions.importProgress(readBody(request, progressDocumentSchema)));
  };
}

/** `POST /progress/reset`. */
export function resetProgressRoute(sessions: Sessions): RequestHandler {
  return async (request, response) => {
    const { exerciseId } = readBody(request, progressResetRequestSchema);
    response.json(await sessions.resetProgress(exerciseId === undefined ? undefined : readExerciseId(exerciseId)));
  };
}
