import type { ExerciseId } from '@agent-factory/protocol';
import type { ExerciseProgress } from '@agent-factory/protocol/progress';
import { sql } from 'kysely';
import type { Store } from '../open.js';
import { fromRow, PACKED_CRITERIA, toRow, writeCriteria } from './progress-rows.js';

/** Versions of exercises read at a time: a few milliseconds if each has a hundred criteria. */
const SLICE = 20;

/** One version of an exercise: progress is kept for each. */
export interface VersionKey {
  readonly exerciseId: ExerciseId;
  readonly version: string;
}

/**
 * All progress, by exercise and version, in slices: queries are synchronous, so whoever reads much has to let
 * others have a turn in between.
 */
export async function* readProgress(store: Store): AsyncGenerator<ExerciseProgress[]> {
  let last: VersionKey | undefined;
  for (;;) {
    const { exerciseId, version } = last ?? { exerciseId: '', version: '' };
    const rows = await selectVersions(store)
      .where(sql<boolean>`(exercise_id, version) > (${exerciseId}, ${version})`)
      .orderBy('exercise_id')
      .orderBy('version')
      .limit(SLICE)
      .execute();
    const slice = rows.map(fromRow);
    last = slice.at(-1);
    if (last === undefined) return;
    yield slice;
  }
}

/** Reads the progress of one version, changes it and writes it back, with nobody in between. */
export async function changeProgress(
  store: Store,
  key: VersionKey,
  change: (progress: ExerciseProgress) => ExerciseProgress,
): Promise<void> {
  await store.transaction().execute(async (transaction) => {
    await writeProgress(transaction, change(await readVersion(transaction, key)));
  });
}

/** Inserts or updates one version; criteria that it does not name stay. */
export async function writeProgress(store: Store, progress: ExerciseProgress): Promise<void> {
  const row = toRow(progress);
  await store
    .insertInto('exercise_progress')
    .values(row)
    .onConflict((conflict) => conflict.columns(['exercise_id', 'version']).doUpdateSet(row))
    .execute();
  await writeCriteria(progress).execute(store);
}

/** When each exercise was first completed, in any version and workspace. */
export async function completionTimes(store: Store): Promise<Map<ExerciseId, string>> {
  const rows = await store
    .selectFrom('exercise_progress')
    .select(['exercise_id', (builder) => builder.fn.min('completed_at').as('at')])
    .groupBy('exercise_id')
    .execute();
  return new Map(rows.flatMap(({ exercise_id, at }) => (at === null ? [] : [[exercise_id, at]])));
}

/** Whether the exercise was ever completed, in any version and workspace. */
export async function wasCompleted(store: Store, exerciseId: ExerciseId): Promise<boolean> {
  const row = await store
    .selectFrom('exercise_progress')
    .select('completed_at')
    .where('exercise_id', '=', exerciseId)
    .where('completed_at', 'is not', null)
    .executeTakeFirst();
  return row !== undefined;
}

/** How often the exercise was checked officially, in all versions. */
export async function countAttempts(store: Store, exerciseId: ExerciseId): Promise<number> {
  const row = await store
    .selectFrom('exercise_progress')
    .select((builder) => builder.fn.sum<number | null>('attempts').as('attempts'))
    .where('exercise_id', '=', exerciseId)
    .executeTakeFirst();
  return row?.attempts ?? 0;
}

/** How many rungs of each hint ladder were shown, by criterion, in any version of the exercise. */
export async function revealedRungs(store: Store, exerciseId: ExerciseId): Promise<Map<string, number>> {
  const rows = await store
    .selectFrom('criterion_progress')
    .select(['name', (builder) => builder.fn.max('hints_revealed').as('rungs')])
    .where('exercise_id', '=', exerciseId)
    .groupBy('name')
    .execute();
  return new Map(rows.map(({ name, rungs }) => [name, rungs]));
}

/** Forgets one exercise, or all of them, and returns how many there were. Workspaces and files stay. */
export async function deleteProgress(store: Store, exerciseId?: ExerciseId): Promise<number> {
  return store.transaction().execute(async (transaction) => {
    const known = transaction.selectFrom('exercise_progress').select('exercise_id').distinct();
    const gone = exerciseId === undefined ? known : known.where('exercise_id', '=', exerciseId);
    const { length } = await gone.execute();
    for (const table of ['exercise_progress', 'criterion_progress', 'hint_reveals'] as const) {
      const rows = transaction.deleteFrom(table);
      await (exerciseId === undefined ? rows : rows.where('exercise_id', '=', exerciseId)).execute();
    }
    const completed = transaction.updateTable('workspaces').set({ completed_at: null });
    await (exerciseId === undefined ? completed : completed.where('exercise_id', '=', exerciseId)).execute();
    return length;
  });
}

/** The progress of one version; nothing yet where there is none. */
export async function readVersion(store: Store, { exerciseId, version }: VersionKey): Promise<ExerciseProgress> {
  const row = await selectVersions(store)
    .where('exercise_id', '=', exerciseId)
    .where('version', '=', version)
    .executeTakeFirst();
  return row === undefined ? { exerciseId, version, attempts: 0, timeOnTaskMs: 0, criteria: [] } : fromRow(row);
}

function selectVersions(store: Store) {
  return store.selectFrom('exercise_progress').selectAll().select(PACKED_CRITERIA.as('criteria'));
}
