import { type Exercise, stagesOf } from '@agent-factory/exercise-runtime';
import type { ExerciseId, ExerciseOutline } from '@agent-factory/protocol';
import type { SessionContext } from './context.js';

/** What the panel shows of an exercise before any check; nothing if the exercise's files are gone. */
export async function outlineOf(
  { hooks }: SessionContext,
  exerciseId: ExerciseId,
  exercise: Exercise | undefined,
): Promise<ExerciseOutline> {
  const nothing = { stages: [], hints: {}, revealed: {}, hasSolution: false, network: false };
  if (exercise === undefined) return nothing;
  const { next, network } = exercise.config;
  return {
    ...nothing,
    stages: stagesOf(exercise.config),
    network,
    ...(next !== undefined && { next }),
    ...(await hooks.outlineOf(exerciseId, exercise)),
  };
}
