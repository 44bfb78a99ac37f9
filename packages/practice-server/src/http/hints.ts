import { hintRequestSchema, solutionRequestSchema } from '@agent-factory/protocol';
import type { RequestHandler } from 'express';
import type { Progress } from '../progress/progress.js';
import { readBody, readExerciseId } from './request-body.js';

/** `POST /exercises/hint`. */
export function hintRoute(progress: Progress): RequestHandler {
  return async (request, response) => {
    const { exerciseId, criterion } = readBody(request, hintRequestSchema);
    response.json(await progress.revealHint(readExerciseId(exerciseId), criterion));
  };
}

/** `POST /exercises/solution`. */
export function solutionRoute(progress: Progress): RequestHandler {
  return async (request, response) => {
    const { exerciseId, confirmed } = readBody(request, solutionRequestSchema);
    response.json(await progress.showSolution(readExerciseId(exerciseId), confirmed));
  };
}
