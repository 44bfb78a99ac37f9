import { isFolderId } from '@agent-factory/protocol/coach';
import { PROGRESS_ROUTES, progressResetRequestSchema } from '@agent-factory/protocol/progress';
import { readBody, readExerciseId } from '../http/request-body.js';
import { Progress } from '../progress/progress.js';
import { documentOutlineSchema, readDocument } from '../progress/read-document.js';
import type { Capability } from './capability.js';

/** What a student has done: shown, exported, imported and reset. Its tables are the core's, older than capabilities. */
export const progress: Capability = {
  name: 'progress',
  open(host) {
    const progress = new Progress(host);
    return {
      routes: [
        {
          route: PROGRESS_ROUTES.progress,
          handler: async (_request, response) => {
            response.type('json').send(await progress.export());
          },
        },
        {
          route: PROGRESS_ROUTES.importProgress,
          handler: async (request, response) => {
            response.json(await progress.import(await readDocument(readBody(request, documentOutlineSchema))));
          },
        },
        {
          route: PROGRESS_ROUTES.resetProgress,
          handler: async (request, response) => {
            const { exerciseId } = readBody(request, progressResetRequestSchema);
            response.json(await progress.reset(exerciseId === undefined ? undefined : readExerciseId(exerciseId)));
          },
        },
      ],
      hooks: {
        // Progress is that of exercises: lesson sites read it, and know of no folder of the student's own.
        onActivity: (exerciseId) => {
          if (!isFolderId(exerciseId)) progress.noteActivity(exerciseId);
        },
        onJudged: (judged) => progress.record(judged),
      },
      close: () => progress.close(),
    };
  },
};
