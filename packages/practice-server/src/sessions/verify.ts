import { checkWork } from '@agent-factory/exercise-runtime';
import { type Criterion, type ExerciseId, PracticeError, type VerificationResult } from '@agent-factory/protocol';
import { recordCompletion } from '../store/completions.js';
import { findWorkspace } from '../store/workspaces.js';
import type { SessionContext } from './context.js';
import { workspacePath } from './prepare-workspace.js';

/** Checks the student's work with the exercise's own check, from the cache. `onCriterion` hears each row as it is decided. */
export async function verifyExercise(
  context: SessionContext,
  exerciseId: ExerciseId,
  onCriterion?: (criterion: Criterion) => void,
): Promise<VerificationResult> {
  const workspace = await findWorkspace(context.store, exerciseId);
  if (workspace === undefined) {
    throw new PracticeError('exercise_not_started', 'This exercise has not been started yet. Press Practice first.');
  }
  const exercise = (await context.catalog.cached(exerciseId)) ?? (await context.catalog.fetch(exerciseId)).exercise;
  const result = await checkWork(exercise, {
    workspace: workspacePath(context, exerciseId),
    env: context.environments.check,
    signal: context.closing,
    ...(onCriterion && { onCriterion }),
  });
  if (result.complete)
    await recordCompletion(context.store, exerciseId, exercise.config.version, new Date().toISOString());
  context.log.info(
    { exerciseId, status: result.status, error: result.error, durationMs: Math.round(result.durationMs) },
    'Work checked',
  );
  return result;
}
