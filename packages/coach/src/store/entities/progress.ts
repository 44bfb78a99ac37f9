import { randomUUID } from 'node:crypto';
import { type Kysely, sql } from 'kysely';
import { type Named, recordOf } from '../schema/naming.js';
import { EVENT_FACTS } from '../schema/values.js';
import type { CoachTables } from '../tables.js';

type Row = CoachTables['coach_progress_events'];
/** Something that has happened in a phase. */
export type ProgressEvent = Omit<Named<Row>, 'data'> & { data: Record<string, unknown> | null };

export async function recordProgress(
  store: Kysely<CoachTables>,
  phaseId: string,
  eventType: string,
  data?: Record<string, unknown>,
): Promise<ProgressEvent> {
  const row: Row = {
    id: randomUUID(),
    phase_id: phaseId,
    event_type: eventType,
    data: data === undefined ? null : EVENT_FACTS.write(data),
    created_at: new Date().toISOString(),
  };
  await store.insertInto('coach_progress_events').values(row).execute();
  return eventOf(row);
}

/** As they happened: the order is that of writing, since clocks jump. */
export async function progressOf(store: Kysely<CoachTables>, phaseId: string): Promise<ProgressEvent[]> {
  const query = store.selectFrom('coach_progress_events').selectAll().where('phase_id', '=', phaseId);
  return (await query.orderBy(sql`rowid`).execute()).map(eventOf);
}

/** Those of all phases of a plan. */
export async function progressOfPlan(store: Kysely<CoachTables>, planId: string): Promise<ProgressEvent[]> {
  const rows = await store
    .selectFrom('coach_progress_events')
    .selectAll()
    .where('phase_id', 'in', (phases) => phases.selectFrom('coach_phases').select('id').where('plan_id', '=', planId))
    .orderBy(sql`rowid`)
    .execute();
  return rows.map(eventOf);
}

export async function deleteProgress(store: Kysely<CoachTables>, phaseId: string): Promise<void> {
  await store.deleteFrom('coach_progress_events').where('phase_id', '=', phaseId).execute();
}

function eventOf(row: Row): ProgressEvent {
  return { ...recordOf(row), data: row.data === null ? null : EVENT_FACTS.read(row.data) };
}
