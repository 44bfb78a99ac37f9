import { type ProgressDocument, progressDocumentSchema, progressResetRequestSchema } from '@agent-factory/protocol';
import type { RequestHandler, Response } from 'express';
import type { Progress } from '../progress/progress.js';
import { readBody, readExerciseId } from './request-body.js';

/** `GET /progress`. */
export function progressRoute(progress: Progress): RequestHandler {
  return async (_request, response: Response<ProgressDocument>) => {
    response.json(await progress.export());
  };
}

/** `POST /progress/import`. */
export function importProgressRoute(progress: Progress): RequestHandler {
  return async (request, response) => {
    response.json(await progress.import(readBody(request, progressDocumentSchema)));
  };
}

/** `POST /progress/reset`. */
export function resetProgressRoute(progress: Progress): RequestHandler {
  return async (request, response) => {
    const { exerciseId } = readBody(request, progressResetRequestSchema);
    response.json(await progress.reset(exerciseId === undefined ? undefined : readExerciseId(exerciseId)));
  };
}
