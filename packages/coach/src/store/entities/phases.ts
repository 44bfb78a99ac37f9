import { randomUUID } from 'node:crypto';
import type { HintLevel, PhaseStatus } from '@agent-factory/protocol/coach';
import type { Kysely } from 'kysely';
import { type Named, recordOf } from '../schema/naming.js';
import { EXPECTED_FILES } from '../schema/values.js';
import type { CoachTables } from '../tables.js';

type Row = CoachTables['coach_phases'];
/** One step of a plan. `expectedFiles`: what the student will have to do with. */
export type StoredPhase = Omit<Named<Row>, 'expectedFiles'> & { expectedFiles: string[] };

export interface NewPhase {
  readonly number: number;
  readonly title: string;
  readonly description: string;
  readonly hintLevel: HintLevel;
  readonly expectedFiles?: string[];
}

/** All of them or none. They are pending. */
export async function createPhases(
  store: Kysely<CoachTables>,
  planId: string,
  phases: readonly NewPhase[],
): Promise<StoredPhase[]> {
  const rows = phases.map(
    (phase): Row => ({
      id: randomUUID(),
      plan_id: planId,
      number: phase.number,
      title: phase.title,
      description: phase.description,
      status: 'pending',
      hint_level: phase.hintLevel,
      expected_files: EXPECTED_FILES.write(phase.expectedFiles ?? []),
      started_at: null,
      completed_at: null,
    }),
  );
  if (rows.length > 0) await store.insertInto('coach_phases').values(rows).execute();
  return rows.map(phaseOf);
}

export async function findPhase(store: Kysely<CoachTables>, id: string): Promise<StoredPhase | undefined> {
  const row = await store.selectFrom('coach_phases').selectAll().where('id', '=', id).executeTakeFirst();
  return row && phaseOf(row);
}

/** In their order. */
export async function phasesOf(store: Kysely<CoachTables>, planId: string): Promise<StoredPhase[]> {
  const rows = await store
    .selectFrom('coach_phases')
    .selectAll()
    .where('plan_id', '=', planId)
    .orderBy('number')
    .execute();
  return rows.map(phaseOf);
}

/** When it was first active, and when it was last complete. One that goes back to pending has not begun. */
export async function setPhaseStatus(
  store: Kysely<CoachTables>,
  phase: StoredPhase,
  status: PhaseStatus,
): Promise<StoredPhase> {
  const now = new Date().toISOString();
  const times = {
    pending: { startedAt: null, completedAt: null },
    active: { startedAt: phase.startedAt ?? now, completedAt: null },
    complete: { startedAt: phase.startedAt, completedAt: now },
  }[status];
  await store
    .updateTable('coach_phases')
    .set({ status, started_at: times.startedAt, completed_at: times.completedAt })
    .where('id', '=', phase.id)
    .execute();
  return { ...phase, status, ...times };
}

export async function deletePhase(store: Kysely<CoachTables>, id: string): Promise<void> {
  await store.deleteFrom('coach_phases').where('id', '=', id).execute();
}

function phaseOf(row: Row): StoredPhase {
  return { ...recordOf(row), expectedFiles: EXPECTED_FILES.read(row.expected_files) };
}
