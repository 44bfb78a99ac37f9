import { HINT_ROUTES, hintRequestSchema, solutionRequestSchema } from '@agent-factory/protocol/hints';
import { Hints } from '../hints/hints.js';
import { readBody, readExerciseId } from '../http/request-body.js';
import type { Capability } from './capability.js';

/** Hints rung by rung, and the solution. */
export const hints: Capability = {
  name: 'hints',
  open(host) {
    const hints = new Hints(host);
    return {
      routes: [
        {
          route: HINT_ROUTES.hint,
          handler: async (request, response) => {
            const body = readBody(request, hintRequestSchema);
            const exerciseId = readExerciseId(body.exerciseId);
            host.sessions.noteActivity(exerciseId);
            response.json(await hints.reveal(exerciseId, body.criterion));
          },
        },
        {
          route: HINT_ROUTES.solution,
          handler: async (request, response) => {
            const { exerciseId, confirmed } = readBody(request, solutionRequestSchema);
            response.json(await hints.showSolution(readExerciseId(exerciseId), confirmed));
          },
        },
      ],
      hooks: { outlineOf: (exerciseId, exercise) => hints.outlineOf(exerciseId, exercise) },
      close: () => hints.close(),
    };
  },
};
