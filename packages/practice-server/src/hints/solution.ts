import { type ExerciseId, PracticeError } from '@agent-factory/protocol';
import type { SolutionResponse } from '@agent-factory/protocol/hints';
import type { Foundation } from '../foundation.js';
import { changeProgress, wasCompleted } from '../store/records/progress.js';
import { startedExercise } from '../workspaces/started-exercise.js';

/**
 * The solution, straight from the lesson site to the page: it is never written to a disk that an agent in a
 * workspace could read. It opens once the exercise was completed, or when the student confirms.
 */
export async function showSolution(
  foundation: Foundation,
  exerciseId: ExerciseId,
  confirmed: boolean,
): Promise<SolutionResponse> {
  const { config } = await startedExercise(foundation, exerciseId);
  if (config.solutionFiles.length === 0) {
    throw new PracticeError('solution_missing', 'This exercise has no solution. Ask the tutor in the terminal.');
  }
  if (!confirmed && !(await wasCompleted(foundation.store, exerciseId))) {
    throw new PracticeError(
      'solution_locked',
      'The solution opens when every criterion has passed, or when you confirm that you want to see it earlier.',
    );
  }
  const files = await foundation.catalog.readSolution(exerciseId, config.solutionFiles);
  const at = new Date().toISOString();
  await changeProgress(foundation.store, { exerciseId, version: config.version }, (progress) => ({
    ...progress,
    solutionShownAt: progress.solutionShownAt ?? at,
  }));
  foundation.events.append({ exerciseId, type: 'solution_shown', data: {} });
  foundation.log.info({ exerciseId, confirmed }, 'Solution shown');
  return { files };
}
