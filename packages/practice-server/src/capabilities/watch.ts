import { exerciseRequestSchema } from '@agent-factory/protocol';
import { WATCH_ROUTES } from '@agent-factory/protocol/watch';
import { Watches } from '../check-on-save/watches.js';
import { readBody, readExerciseId } from '../http/request-body.js';
import { streamRows } from '../http/streams/stream-rows.js';
import { workspacePath } from '../workspaces/prepare-workspace.js';
import { startedExercise } from '../workspaces/started-exercise.js';
import type { Capability } from './capability.js';

/** Checks at every save, unofficially. */
export const watch: Capability = {
  name: 'watch',
  open(host) {
    const watches = new Watches({
      workspaceOf: (exerciseId) => workspacePath(host, exerciseId),
      check: (exerciseId, options) => host.sessions.check(exerciseId, options),
      onSaved: (exerciseId) => host.sessions.noteActivity(exerciseId),
    });
    return {
      routes: [
        {
          route: WATCH_ROUTES.watch,
          handler: async (request, response) => {
            const exerciseId = readExerciseId(readBody(request, exerciseRequestSchema).exerciseId);
            await streamRows(response, async (write, signal) => {
              await startedExercise(host, exerciseId);
              await watches.follow(exerciseId, write, AbortSignal.any([signal, host.closing]));
              host.closing.throwIfAborted();
            });
          },
        },
      ],
      hooks: {
        duringCheck: (exerciseId, check) => watches.duringOfficialCheck(exerciseId, check),
        onReset: (exerciseId, reason) => watches.end(exerciseId, reason),
      },
      health: () => ({ watched: watches.count }),
    };
  },
};
