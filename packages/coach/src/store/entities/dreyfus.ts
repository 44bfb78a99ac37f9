import { randomUUID } from 'node:crypto';
import type { Kysely } from 'kysely';
import { type Named, recordOf, rowOf } from '../schema/naming.js';
import type { CoachTables } from '../tables.js';

type Row = CoachTables['coach_dreyfus_assessments'];
/** How good the student is at one thing; `confidence` in that is from 0 to 1. */
export type Assessment = Named<Row>;

/** There is one of each skill area: a later one takes the place of the earlier one, which stays in the history. */
export async function assess(
  store: Kysely<CoachTables>,
  assessment: Omit<Assessment, 'id' | 'assessedAt'>,
): Promise<Assessment> {
  const row = rowOf<Row>({ id: randomUUID(), ...assessment, assessedAt: new Date().toISOString() });
  const { id, ...changed } = row;
  const { skill_area, stage, confidence, assessed_at } = row;
  const point = { id: randomUUID(), skill_area, stage, confidence, assessed_at };
  await store.insertInto('coach_assessment_history').values(point).execute();
  const stored = await store
    .insertInto('coach_dreyfus_assessments')
    .values(row)
    .onConflict((conflict) => conflict.column('skill_area').doUpdateSet(changed))
    .returningAll()
    .executeTakeFirstOrThrow();
  return recordOf(stored);
}

export async function findAssessment(store: Kysely<CoachTables>, skillArea: string): Promise<Assessment | undefined> {
  const query = store.selectFrom('coach_dreyfus_assessments').selectAll().where('skill_area', '=', skillArea);
  const row = await query.executeTakeFirst();
  return row && recordOf(row);
}

export async function listAssessments(store: Kysely<CoachTables>): Promise<Assessment[]> {
  const rows = await store.selectFrom('coach_dreyfus_assessments').selectAll().orderBy('skill_area').execute();
  return rows.map(recordOf);
}

export async function deleteAssessment(store: Kysely<CoachTables>, skillArea: string): Promise<void> {
  await store.deleteFrom('coach_dreyfus_assessments').where('skill_area', '=', skillArea).execute();
}
