import { checkWork } from '@agent-factory/exercise-runtime';
import { type Criterion, type ExerciseId, PracticeError, type VerificationResult } from '@agent-factory/protocol';
import { recordCompletion } from '../store/completions.js';
import { findWorkspace } from '../store/workspaces.js';
import type { SessionContext } from './context.js';
import { workspacePath } from './prepare-workspace.js';
import { requireListed } from './require-listed.js';

export interface VerifyOptions {
  /** Hears each row as it is decided. */
  readonly onCriterion?: (criterion: Criterion) => void;
  /** Ends the check: nobody waits for its result any more. */
  readonly signal?: AbortSignal;
}

/** Checks the student's work with the exercise's own check, from the cache. */
export async function verifyExercise(
  context: SessionContext,
  exerciseId: ExerciseId,
  { onCriterion, signal }: VerifyOptions = {},
): Promise<VerificationResult> {
  const workspace = await findWorkspace(context.store, exerciseId);
  if (workspace === undefined) {
    await requireListed(context, exerciseId);
    throw new PracticeError('exercise_not_started', 'This exercise has not been started yet. Press Practice first.');
  }
  const exercise = (await context.catalog.cached(exerciseId)) ?? (await context.catalog.fetch(exerciseId)).exercise;
  const result = await checkWork(exercise, {
    workspace: workspacePath(context, exerciseId),
    env: context.environments.check,
    signal: signal === undefined ? context.closing : AbortSignal.any([signal, context.closing]),
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
