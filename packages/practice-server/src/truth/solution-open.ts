import type { ExerciseId } from '@agent-factory/protocol';
import type { Store } from '../store/open.js';

/** Whether the student knows the solution, or could look at it without being asked: a completed exercise hides nothing. */
export async function isSolutionOpen(store: Store, exerciseId: ExerciseId): Promise<boolean> {
  const row = await store
    .selectFrom('exercise_progress')
    .select('version')
    .where('exercise_id', '=', exerciseId)
    .where((or) => or.or([or('solution_shown_at', 'is not', null), or('completed_at', 'is not', null)]))
    .limit(1)
    .executeTakeFirst();
  return row !== undefined;
}

/** When the student first looked at the solution, of any version; undefined if they never did. */
export async function solutionShownAt(store: Store, exerciseId: ExerciseId): Promise<string | undefined> {
  const row = await store
    .selectFrom('exercise_progress')
    .select((builder) => builder.fn.min('solution_shown_at').as('at'))
    .where('exercise_id', '=', exerciseId)
    .executeTakeFirst();
  return row?.at ?? undefined;
}
