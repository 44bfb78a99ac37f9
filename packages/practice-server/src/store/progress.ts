import type { CriterionProgress, ExerciseId, ExerciseProgress } from '@agent-factory/protocol';
import type { Store } from './open.js';
import type { CriterionProgressTable, ExerciseProgressTable } from './tables.js';

/** One version of an exercise: what progress is kept of. */
export interface VersionKey {
  readonly exerciseId: ExerciseId;
  readonly version: string;
}

/** All progress there is, by exercise and version. */
export async function readProgress(store: Store): Promise<ExerciseProgress[]> {
  const rows = await store
    .selectFrom('exercise_progress')
    .selectAll()
    .orderBy('exercise_id')
    .orderBy('version')
    .execute();
  const criteria = await store.selectFrom('criterion_progress').selectAll().orderBy('position').execute();
  return rows.map((row) =>
    fromRows(
      row,
      criteria.filter((criterion) => isOf(criterion, row)),
    ),
  );
}

/** Reads the progress of one version, changes it and writes it back, with nobody in between. */
export async function changeProgress(
  store: Store,
  key: VersionKey,
  change: (progress: ExerciseProgress) => ExerciseProgress,
): Promise<void> {
  await store.transaction().execute(async (transaction) => {
    await write(transaction, change(await readVersion(transaction, key)));
  });
}

/** When each exercise was first completed, in whatever version and workspace. */
export async function completionTimes(store: Store): Promise<Map<ExerciseId, string>> {
  const rows = await store
    .selectFrom('exercise_progress')
    .select(['exercise_id', (builder) => builder.fn.min('completed_at').as('at')])
    .groupBy('exercise_id')
    .execute();
  return new Map(rows.flatMap(({ exercise_id, at }) => (at === null ? [] : [[exercise_id, at]])));
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

/** Forgets one exercise, or all of them, and returns how many there were. Workspaces and files stay. */
export async function deleteProgress(store: Store, exerciseId?: ExerciseId): Promise<number> {
  return store.transaction().execute(async (transaction) => {
    const known = new Set((await readProgress(transaction)).map((progress) => progress.exerciseId));
    const gone = exerciseId === undefined ? [...known] : [exerciseId].filter((id) => known.has(id));
    for (const id of gone) {
      await transaction.deleteFrom('exercise_progress').where('exercise_id', '=', id).execute();
      await transaction.deleteFrom('criterion_progress').where('exercise_id', '=', id).execute();
      await transaction.deleteFrom('hint_reveals').where('exercise_id', '=', id).execute();
      await transaction.updateTable('workspaces').set({ completed_at: null }).where('exercise_id', '=', id).execute();
    }
    return gone.length;
  });
}

async function readVersion(store: Store, { exerciseId, version }: VersionKey): Promise<ExerciseProgress> {
  const row = await store
    .selectFrom('exercise_progress')
    .selectAll()
    .where('exercise_id', '=', exerciseId)
    .where('version', '=', version)
    .executeTakeFirst();
  const criteria = await store
    .selectFrom('criterion_progress')
    .selectAll()
    .where('exercise_id', '=', exerciseId)
    .where('version', '=', version)
    .orderBy('position')
    .execute();
  return row === undefined
    ? { exerciseId, version, attempts: 0, timeOnTaskMs: 0, criteria: [] }
    : fromRows(row, criteria);
}

async function write(store: Store, progress: ExerciseProgress): Promise<void> {
  const row = toRow(progress);
  await store
    .insertInto('exercise_progress')
    .values(row)
    .onConflict((conflict) => conflict.columns(['exercise_id', 'version']).doUpdateSet(row))
    .execute();
  for (const [position, criterion] of progress.criteria.entries()) {
    const values = toCriterionRow(progress, criterion, position);
    await store
      .insertInto('criterion_progress')
      .values(values)
      .onConflict((conflict) => conflict.columns(['exercise_id', 'version', 'name']).doUpdateSet(values))
      .execute();
  }
}

function isOf(criterion: CriterionProgressTable, row: ExerciseProgressTable): boolean {
  return criterion.exercise_id === row.exercise_id && criterion.version === row.version;
}

function fromRows(row: ExerciseProgressTable, criteria: readonly CriterionProgressTable[]): ExerciseProgress {
  return {
    exerciseId: row.exercise_id,
    version: row.version,
    attempts: row.attempts,
    ...(row.first_attempt_at !== null && { firstAttemptAt: row.first_attempt_at }),
    ...(row.last_attempt_at !== null && { lastAttemptAt: row.last_attempt_at }),
    ...(row.completed_at !== null && { completedAt: row.completed_at }),
    ...(row.solution_shown_at !== null && { solutionShownAt: row.solution_shown_at }),
    timeOnTaskMs: row.time_on_task_ms,
    criteria: criteria.map(fromCriterionRow),
  };
}

function fromCriterionRow(row: CriterionProgressTable): CriterionProgress {
  return {
    name: row.name,
    status: row.status,
    attempts: row.attempts,
    ...(row.first_passed_at !== null && { firstPassedAt: row.first_passed_at }),
    hintsRevealed: row.hints_revealed,
  };
}

function toRow(progress: ExerciseProgress): ExerciseProgressTable {
  return {
    exercise_id: progress.exerciseId,
    version: progress.version,
    attempts: progress.attempts,
    first_attempt_at: progress.firstAttemptAt ?? null,
    last_attempt_at: progress.lastAttemptAt ?? null,
    completed_at: progress.completedAt ?? null,
    solution_shown_at: progress.solutionShownAt ?? null,
    time_on_task_ms: progress.timeOnTaskMs,
  };
}

function toCriterionRow(
  { exerciseId, version }: VersionKey,
  criterion: CriterionProgress,
  position: number,
): CriterionProgressTable {
  return {
    exercise_id: exerciseId,
    version,
    position,
    name: criterion.name,
    status: criterion.status,
    attempts: criterion.attempts,
    first_passed_at: criterion.firstPassedAt ?? null,
    hints_revealed: criterion.hintsRevealed,
  };
}
