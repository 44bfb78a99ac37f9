import { type ExerciseId, PracticeError } from '@agent-factory/protocol';
import type { SessionContext } from '../sessions/context.js';

/** Throws `exercise_not_found` where the registry is known and has no such exercise. */
export async function requireListed({ catalog }: SessionContext, exerciseId: ExerciseId): Promise<void> {
  try {
    await catalog.requireListed(exerciseId);
  } catch (error) {
    // With the lessons away nobody can tell; what was asked for says what is missing then.
    if (error instanceof PracticeError && error.code !== 'exercise_not_found') return;
    throw error;
  }
}
