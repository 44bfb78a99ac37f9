import type { Exercise } from '@agent-factory/exercise-runtime';
import { type ExerciseId, PracticeError, sessionIdOf } from '@agent-factory/protocol';
import type { Foundation } from '../foundation.js';
import { findWorkspace } from '../store/records/workspaces.js';
import { adoptWorkspace } from './adopt-workspace.js';
import { requireListed } from './require-listed.js';

/**
 * The exercise of a workspace, from the cache if it is there. Throws `exercise_not_started`, or
 * `exercise_not_found` if the registry is known and has no such exercise.
 */
export async function startedExercise(foundation: Foundation, exerciseId: ExerciseId): Promise<Exercise> {
  if ((await findWorkspace(foundation.store, exerciseId)) === undefined) return adoptedExercise(foundation, exerciseId);
  return (await foundation.catalog.cached(exerciseId)) ?? (await foundation.catalog.fetch(exerciseId)).exercise;
}

/** For a session without a record: the state was lost, and perhaps the cache with it. */
async function adoptedExercise(foundation: Foundation, exerciseId: ExerciseId): Promise<Exercise> {
  if ((await foundation.tmux.state(sessionIdOf(exerciseId))) === 'alive') {
    const exercise =
      (await foundation.catalog.cached(exerciseId)) ?? (await foundation.catalog.fetch(exerciseId)).exercise;
    if ((await adoptWorkspace(foundation, exerciseId, exercise)) !== undefined) return exercise;
  }
  await requireListed(foundation, exerciseId);
  throw new PracticeError('exercise_not_started', 'This exercise has not been started yet. Press Practice first.');
}
