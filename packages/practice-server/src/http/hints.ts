import { hintRequestSchema, solutionRequestSchema } from '@agent-factory/protocol';
import type { RequestHandler } from 'express';
import type { Sessions } from '../sessions/sessions.js';
import { readBody, readExerciseId } from './request-body.js';

/** `POST /exercises/hint`. */
export function hintRoute(sessions: Sessions): RequestHandler {
  return async (request, response) => {
    const { exerciseId, criterion } = readBody(request, hintRequestSchema);
    response.json(await sessions.revealHint(readExerciseId(exerciseId), criterion));
  };
}

/** `POST /exercises/solution`. */
export function solutionRoute(sessions: Sessions): RequestHandler {
  return async (request, response) => {
    const { exerciseId, confirmed } = readBody(request, solutionRequestSchema);
    response.json(await sessions.showSolution(readExerciseId(exerciseId), confirmed));
  };
}
