import type { ExerciseId } from '@agent-factory/protocol';
import type { Store } from './open.js';

/** Records that a version of an exercise passed. The first time stands. */
export async function recordCompletion(
  store: Store,
  exerciseId: ExerciseId,
  version: string,
  at: string,
): Promise<void> {
  await store
    .insertInto('completions')
    .values({ exercise_id: exerciseId, version, completed_at: at })
    .onConflict((conflict) => conflict.columns(['exercise_id', 'version']).doNothing())
    .execute();
}

/** When each exercise was first completed, in whatever version. */
export async function completionTimes(store: Store): Promise<Map<ExerciseId, string>> {
  const rows = await store
    .selectFrom('completions')
    .select(['exercise_id', (builder) => builder.fn.min('completed_at').as('at')])
    .groupBy('exercise_id')
    .execute();
  return new Map(rows.map((row) => [row.exercise_id, row.at]));
}
