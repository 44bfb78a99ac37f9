import { NUDGE_ROUTES, nudgeAnswerRequestSchema, nudgeMuteRequestSchema } from '@agent-factory/protocol/nudges';
import { readBody, readExerciseId } from '../http/request-body.js';
import { Nudges } from '../nudges/nudges.js';
import { NUDGE_TABLES } from '../nudges/tables.js';
import type { Capability } from './capability.js';

/** A hand for who is stuck. */
export const nudges: Capability = {
  name: 'nudges',
  tables: NUDGE_TABLES,
  open(host) {
    const nudges = new Nudges(host);
    const stopListening = host.events.on((event) => nudges.handleEvent(event));
    return {
      routes: [
        {
          route: NUDGE_ROUTES.state,
          handler: async (request, response) => {
            response.json(await nudges.stateOf(readExerciseId(String(request.params.id))));
          },
        },
        {
          route: NUDGE_ROUTES.answer,
          handler: async (request, response) => {
            const { exerciseId, nudgeId, send } = readBody(request, nudgeAnswerRequestSchema);
            response.json({ status: await nudges.answer(readExerciseId(exerciseId), nudgeId, send) });
          },
        },
        {
          route: NUDGE_ROUTES.mute,
          handler: async (request, response) => {
            const { exerciseId, muted } = readBody(request, nudgeMuteRequestSchema);
            await nudges.mute(exerciseId === undefined ? undefined : readExerciseId(exerciseId), muted);
            response.json({ muted });
          },
        },
      ],
      hooks: {
        mayNudge: (exerciseId) => nudges.mayNudge(exerciseId),
        onActivity: (exerciseId) => nudges.handleActivity(exerciseId),
        onPresence: (exerciseId, presences) => nudges.handlePresence(exerciseId, presences),
        onTyped: (exerciseId) => nudges.handleActivity(exerciseId),
      },
      async close() {
        stopListening();
        nudges.close();
      },
    };
  },
};
