import type { Exercise } from '@agent-factory/exercise-runtime';
import { type ExerciseId, PracticeError, sessionIdOf } from '@agent-factory/protocol';
import type { SessionContext } from '../sessions/context.js';
import { findWorkspace } from '../store/records/workspaces.js';
import { adoptWorkspace } from './adopt-workspace.js';
import { requireListed } from './require-listed.js';

/**
 * The exercise of a workspace, from the cache where it is there. Throws `exercise_not_started`, or
 * `exercise_not_found` where the registry is known and has no such exercise.
 */
export async function startedExercise(context: SessionContext, exerciseId: ExerciseId): Promise<Exercise> {
  if ((await findWorkspace(context.store, exerciseId)) === undefined) return adoptedExercise(context, exerciseId);
  return (await context.catalog.cached(exerciseId)) ?? (await context.catalog.fetch(exerciseId)).exercise;
}

/** A session without a record: the state was lost, and with it perhaps the cache. */
async function adoptedExercise(context: SessionContext, exerciseId: ExerciseId): Promise<Exercise> {
  if ((await context.tmux.state(sessionIdOf(exerciseId))) === 'alive') {
    const exercise = (await context.catalog.cached(exerciseId)) ?? (await context.catalog.fetch(exerciseId)).exercise;
    if ((await adoptWorkspace(context, exerciseId, exercise)) !== undefined) return exercise;
  }
  await requireListed(context, exerciseId);
  throw new PracticeError('exercise_not_started', 'This exercise has not been started yet. Press Practice first.');
}
