import { randomUUID } from 'node:crypto';
import { type Kysely, sql } from 'kysely';
import { type Named, recordOf, rowOf } from '../schema/naming.js';
import type { CoachTables } from '../tables.js';

type Row = CoachTables['coach_phase_hints'];
/** A hint of the plan: a file has no lines. */
export type PhaseHint = Named<Row>;
export type NewPhaseHint = Omit<PhaseHint, 'id'>;

export async function createPhaseHint(store: Kysely<CoachTables>, hint: NewPhaseHint): Promise<PhaseHint> {
  const made: PhaseHint = { id: randomUUID(), ...hint };
  await store.insertInto('coach_phase_hints').values(rowOf<Row>(made)).execute();
  return made;
}

/** In the order they were made; of one type, where one is given. */
export async function phaseHintsOf(
  store: Kysely<CoachTables>,
  phaseId: string,
  type?: PhaseHint['type'],
): Promise<PhaseHint[]> {
  let query = store.selectFrom('coach_phase_hints').selectAll().where('phase_id', '=', phaseId);
  if (type !== undefined) query = query.where('type', '=', type);
  return (await query.orderBy(sql`rowid`).execute()).map(recordOf);
}

export async function deletePhaseHint(store: Kysely<CoachTables>, id: string): Promise<void> {
  await store.deleteFrom('coach_phase_hints').where('id', '=', id).execute();
}
