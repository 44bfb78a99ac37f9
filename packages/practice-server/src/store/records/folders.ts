import type { ProjectId } from '@agent-factory/protocol/coach';
import type { Store } from '../open.js';

/** A folder of the student that was opened as a project. */
export interface FolderRecord {
  readonly id: ProjectId;
  /** Absolute, without links. */
  readonly path: string;
  /** ISO 8601 in UTC. */
  readonly openedAt: string;
}

/** The latest first. */
export async function listFolders(store: Store): Promise<FolderRecord[]> {
  const rows = await store.selectFrom('folders').selectAll().orderBy('opened_at', 'desc').execute();
  return rows.map(({ id, path, opened_at: openedAt }) => ({ id, path, openedAt }));
}

export async function saveFolder(store: Store, { id, path, openedAt }: FolderRecord): Promise<void> {
  const row = { id, path, opened_at: openedAt };
  await store
    .insertInto('folders')
    .values(row)
    .onConflict((conflict) => conflict.column('id').doUpdateSet(row))
    .execute();
}
