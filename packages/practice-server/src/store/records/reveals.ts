import type { ExerciseId } from '@agent-factory/protocol';
import type { Store } from '../open.js';

/** When the latest rung of a hint ladder was shown. What was shown is in the progress of the exercise. */
export interface Reveal {
  readonly exerciseId: ExerciseId;
  readonly criterion: string;
  /** Milliseconds since 1970. */
  readonly at: number;
  /** How often the exercise had been checked by then. */
  readonly attempts: number;
}

export async function findReveal(store: Store, exerciseId: ExerciseId, criterion: string): Promise<Reveal | undefined> {
  const row = await store
    .selectFrom('hint_reveals')
    .selectAll()
    .where('exercise_id', '=', exerciseId)
    .where('criterion', '=', criterion)
    .executeTakeFirst();
  return row && { exerciseId, criterion, at: row.at, attempts: row.attempts };
}

export async function saveReveal(store: Store, { exerciseId, criterion, at, attempts }: Reveal): Promise<void> {
  const row = { exercise_id: exerciseId, criterion, at, attempts };
  await store
    .insertInto('hint_reveals')
    .values(row)
    .onConflict((conflict) => conflict.columns(['exercise_id', 'criterion']).doUpdateSet(row))
    .execute();
}
