import { type ExerciseId, PracticeError } from '@agent-factory/protocol';
import type { Foundation } from '../foundation.js';

/** Throws `exercise_not_found` if the registry is known and has no such exercise. */
export async function requireListed({ catalog }: Foundation, exerciseId: ExerciseId): Promise<void> {
  try {
    await catalog.requireListed(exerciseId);
  } catch (error) {
    // While the lesson site cannot be reached, nobody can tell; the caller's own error then says what is missing.
    if (error instanceof PracticeError && error.code !== 'exercise_not_found') return;
    throw error;
  }
}
