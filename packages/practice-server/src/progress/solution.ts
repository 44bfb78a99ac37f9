import { type ExerciseId, PracticeError, type SolutionResponse } from '@agent-factory/protocol';
import type { SessionContext } from '../sessions/context.js';
import { changeProgress, wasCompleted } from '../store/records/progress.js';
import { startedExercise } from '../workspaces/started-exercise.js';

/**
 * The solution, straight from the lessons to the page: it is written to no disk that an agent in a
 * workspace reads. Opens when the exercise was completed once, or when the student has confirmed.
 */
export async function showSolution(
  context: SessionContext,
  exerciseId: ExerciseId,
  confirmed: boolean,
): Promise<SolutionResponse> {
  const { config } = await startedExercise(context, exerciseId);
  if (config.solutionFiles.length === 0) {
    throw new PracticeError('solution_missing', 'This exercise ships no solution. Ask the tutor in the terminal.');
  }
  if (!confirmed && !(await wasCompleted(context.store, exerciseId))) {
    throw new PracticeError(
      'solution_locked',
      'The solution opens when every criterion has passed, or when you confirm that you want to see it before.',
    );
  }
  const files = await context.catalog.readSolution(exerciseId, config.solutionFiles);
  const at = new Date().toISOString();
  await changeProgress(context.store, { exerciseId, version: config.version }, (progress) => ({
    ...progress,
    solutionShownAt: progress.solutionShownAt ?? at,
  }));
  context.log.info({ exerciseId, confirmed }, 'Solution shown');
  return { files };
}
