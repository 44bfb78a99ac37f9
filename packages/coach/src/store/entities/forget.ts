import type { ProjectId } from '@agent-factory/protocol/coach';
import type { Kysely } from 'kysely';
import type { CoachTables } from '../tables.js';
import { deleteSessions } from './sessions.js';

/**
 * The work in a project begins anew: its sessions go with all that belongs to them, and what it is about. What the
 * student has chosen to show stays chosen.
 */
export async function forgetRows(store: Kysely<CoachTables>, projectId: ProjectId): Promise<void> {
  await deleteSessions(store, projectId);
  await store.updateTable('coach_projects').set({ issue: null }).where('project_id', '=', projectId).execute();
}
