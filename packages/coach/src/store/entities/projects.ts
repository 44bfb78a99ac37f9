import {
  DEFAULT_VISIBILITY,
  type HintLevel,
  type IssueContext,
  type ProjectId,
  type Visibility,
} from '@agent-factory/protocol/coach';
import type { Kysely } from 'kysely';
import { ISSUE } from '../schema/values.js';
import type { CoachTables } from '../tables.js';

type Row = CoachTables['coach_projects'];

/** What the student has chosen for a project, and the issue it is about. */
export interface ProjectSettings {
  readonly visibility: Visibility;
  readonly hintLevel: HintLevel;
  readonly issue: IssueContext | null;
}

/** Until the student chooses: enough help to find the place, without the answer. */
const DEFAULTS: ProjectSettings = { visibility: DEFAULT_VISIBILITY, hintLevel: 'region', issue: null };

export async function readSettings(store: Kysely<CoachTables>, projectId: ProjectId): Promise<ProjectSettings> {
  const query = store.selectFrom('coach_projects').selectAll().where('project_id', '=', projectId);
  const row = await query.executeTakeFirst();
  if (row === undefined) return DEFAULTS;
  const issue = row.issue === null ? null : ISSUE.read(row.issue);
  return { visibility: row.visibility, hintLevel: row.hint_level, issue };
}

export async function writeSettings(
  store: Kysely<CoachTables>,
  projectId: ProjectId,
  { visibility, hintLevel, issue }: ProjectSettings,
): Promise<void> {
  const columns = { visibility, hint_level: hintLevel, issue: issue === null ? null : ISSUE.write(issue) };
  const row: Row = { project_id: projectId, ...columns };
  await store
    .insertInto('coach_projects')
    .values(row)
    .onConflict((conflict) => conflict.column('project_id').doUpdateSet(columns))
    .execute();
}

export async function deleteSettings(store: Kysely<CoachTables>, projectId: ProjectId): Promise<void> {
  await store.deleteFrom('coach_projects').where('project_id', '=', projectId).execute();
}
