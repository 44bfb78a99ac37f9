import { type AgentId, type ExerciseId, type SessionId, sessionIdOf } from '@agent-factory/protocol';
import type { Store } from '../open.js';
import type { SessionsTable } from '../schema/tables.js';

export interface SessionRecord {
  readonly exerciseId: ExerciseId;
  readonly agent: AgentId;
  readonly ticket: string;
  readonly createdAt: string;
}

export async function findSession(store: Store, exerciseId: ExerciseId): Promise<SessionRecord | undefined> {
  const row = await store.selectFrom('sessions').selectAll().where('exercise_id', '=', exerciseId).executeTakeFirst();
  return row && fromRow(row);
}

export async function listSessionRecords(store: Store): Promise<SessionRecord[]> {
  return (await store.selectFrom('sessions').selectAll().execute()).map(fromRow);
}

/** Ids of all sessions that have a record. */
export async function recordedSessions(store: Store): Promise<SessionId[]> {
  return (await listSessionRecords(store)).map(({ exerciseId }) => sessionIdOf(exerciseId));
}

export async function saveSession(store: Store, record: SessionRecord): Promise<void> {
  const row = {
    exercise_id: record.exerciseId,
    agent: record.agent,
    ticket: record.ticket,
    created_at: record.createdAt,
  };
  await store
    .insertInto('sessions')
    .values(row)
    .onConflict((conflict) => conflict.column('exercise_id').doUpdateSet(row))
    .execute();
}

export async function deleteSession(store: Store, exerciseId: ExerciseId): Promise<void> {
  await store.deleteFrom('sessions').where('exercise_id', '=', exerciseId).execute();
}

function fromRow(row: SessionsTable): SessionRecord {
  return { exerciseId: row.exercise_id, agent: row.agent, ticket: row.ticket, createdAt: row.created_at };
}
