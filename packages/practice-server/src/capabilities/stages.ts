import { STAGE_ROUTES } from '@agent-factory/protocol/stages';
import { readExerciseId } from '../http/request-body.js';
import { courseProgress } from '../stages/course.js';
import { Stages } from '../stages/stages.js';
import { STAGE_TABLES } from '../stages/tables.js';
import type { Capability } from './capability.js';

/** The stages of an exercise, what the tutor claims of them, and the course over all exercises. */
export const stages: Capability = {
  name: 'stages',
  tables: STAGE_TABLES,
  open(host) {
    const stages = new Stages(host);
    stages.resume();
    const stopListening = host.events.on((event) => stages.handleEvent(event));
    return {
      routes: [
        {
          route: STAGE_ROUTES.stages,
          handler: async (request, response) => {
            response.json(await stages.progressOf(readExerciseId(String(request.params.id))));
          },
        },
        {
          route: STAGE_ROUTES.course,
          handler: async (request, response) => {
            response.json(await courseProgress(host, String(request.params.courseId)));
          },
        },
      ],
      hooks: {
        onMarker: (said) => stages.handleMarker(said),
        onReset: (exerciseId) => stages.handleReset(exerciseId),
        describeWork: (exerciseId) => stages.describe(exerciseId),
        onJudged: (judged) => stages.handleJudged(judged),
      },
      async close() {
        stopListening();
        await stages.close();
      },
    };
  },
};
