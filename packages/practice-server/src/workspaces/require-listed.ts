import { type ExerciseId, PracticeError } from '@agent-factory/protocol';
import type { Foundation } from '../foundation.js';

/** Throws `exercise_not_found` where the registry is known and has no such exercise. */
export async function requireListed({ catalog }: Foundation, exerciseId: ExerciseId): Promise<void> {
  try {
    await catalog.requireListed(exerciseId);
  } catch (error) {
    // With the lessons away nobody can tell; what was asked for says what is missing then.
    if (error instanceof PracticeError && error.code !== 'exercise_not_found') return;
    throw error;
  }
}
