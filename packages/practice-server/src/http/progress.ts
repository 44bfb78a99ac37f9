import { progressResetRequestSchema } from '@agent-factory/protocol';
import type { RequestHandler } from 'express';
import type { Progress } from '../progress/progress.js';
import { readDocument } from './progress-document.js';
import { readBody, readExerciseId } from './request-body.js';

/** `GET /progress`. */
export function progressRoute(progress: Progress): RequestHandler {
  return async (_request, response) => {
    response.type('json').send(await progress.export());
  };
}

/** `POST /progress/import`. */
export function importProgressRoute(progress: Progress): RequestHandler {
  return async (request, response) => {
    response.json(await progress.import(await readDocument(request)));
  };
}

/** `POST /progress/reset`. */
export function resetProgressRoute(progress: Progress): RequestHandler {
  return async (request, response) => {
    const { exerciseId } = readBody(request, progressResetRequestSchema);
    response.json(await progress.reset(exerciseId === undefined ? undefined : readExerciseId(exerciseId)));
  };
}
