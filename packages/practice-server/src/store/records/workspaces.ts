import { type AgentId, decodeJson, type ExerciseId } from '@agent-factory/protocol';
import * as z from 'zod';
import type { Store } from '../open.js';
import type { WorkspacesTable } from '../schema/tables.js';

const seededSchema = z.array(z.object({ path: z.string(), sha256: z.string() }));
type SeededFiles = z.infer<typeof seededSchema>;

export interface WorkspaceRecord {
  readonly exerciseId: ExerciseId;
  readonly version: string;
  readonly agent: AgentId;
  readonly conversationId: string;
  readonly seeded: SeededFiles;
  readonly setupDone: boolean;
  readonly createdAt: string;
  /** When the work in it first passed its checks; absent until then. */
  readonly completedAt?: string | undefined;
}

export async function findWorkspace(store: Store, exerciseId: ExerciseId): Promise<WorkspaceRecord | undefined> {
  const row = await store.selectFrom('workspaces').selectAll().where('exercise_id', '=', exerciseId).executeTakeFirst();
  return row && fromRow(row);
}

export async function listWorkspaces(store: Store): Promise<WorkspaceRecord[]> {
  return (await store.selectFrom('workspaces').selectAll().execute()).map(fromRow);
}

export async function saveWorkspace(store: Store, record: WorkspaceRecord): Promise<void> {
  const row = toRow(record);
  await store
    .insertInto('workspaces')
    .values(row)
    .onConflict((conflict) => conflict.column('exercise_id').doUpdateSet(row))
    .execute();
}

/** Records that the work in a workspace passed. The first time counts: false if it had passed before. */
export async function completeWorkspace(store: Store, exerciseId: ExerciseId, at: string): Promise<boolean> {
  const { numUpdatedRows } = await store
    .updateTable('workspaces')
    .set({ completed_at: at })
    .where('exercise_id', '=', exerciseId)
    .where('completed_at', 'is', null)
    .executeTakeFirst();
  return numUpdatedRows > 0;
}

export async function deleteWorkspace(store: Store, exerciseId: ExerciseId): Promise<void> {
  await store.deleteFrom('workspaces').where('exercise_id', '=', exerciseId).execute();
}

function fromRow(row: WorkspacesTable): WorkspaceRecord {
  const seeded = decodeJson(seededSchema, row.seeded);
  return {
    exerciseId: row.exercise_id,
    version: row.version,
    agent: row.agent,
    conversationId: row.conversation_id,
    // An unreadable record means that every file counts as the student's: nothing is overwritten.
    seeded: seeded.ok ? seeded.value : [],
    setupDone: row.setup_done === 1,
    createdAt: row.created_at,
    completedAt: row.completed_at ?? undefined,
  };
}

function toRow(record: WorkspaceRecord): WorkspacesTable {
  return {
    exercise_id: record.exerciseId,
    version: record.version,
    agent: record.agent,
    conversation_id: record.conversationId,
    seeded: JSON.stringify(record.seeded),
    setup_done: record.setupDone ? 1 : 0,
    created_at: record.createdAt,
    completed_at: record.completedAt ?? null,
  };
}
