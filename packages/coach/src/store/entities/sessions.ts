import { randomUUID } from 'node:crypto';
import type { ProjectId } from '@agent-factory/protocol/coach';
import type { Kysely } from 'kysely';
import { type Named, recordOf, rowOf } from '../schema/naming.js';
import type { SessionStatus } from '../schema/values.js';
import type { CoachTables } from '../tables.js';

type Row = CoachTables['coach_sessions'];
/** A coaching session. One project has one active session at most, which whoever begins them sees to. */
export type CoachSession = Named<Row>;

export interface NewSession {
  readonly projectId: ProjectId;
  readonly projectDir: string;
  readonly issueNumber?: number;
  readonly issueTitle?: string;
}

export async function createSession(store: Kysely<CoachTables>, session: NewSession): Promise<CoachSession> {
  const record: CoachSession = {
    id: randomUUID(),
    projectId: session.projectId,
    projectDir: session.projectDir,
    issueNumber: session.issueNumber ?? null,
    issueTitle: session.issueTitle ?? null,
    status: 'active',
    startedAt: new Date().toISOString(),
    endedAt: null,
  };
  await store.insertInto('coach_sessions').values(rowOf<Row>(record)).execute();
  return record;
}

export async function findSession(store: Kysely<CoachTables>, id: string): Promise<CoachSession | undefined> {
  const row = await store.selectFrom('coach_sessions').selectAll().where('id', '=', id).executeTakeFirst();
  return row && recordOf(row);
}

/** The latest, where an earlier daemon has left more than one. */
export async function activeSession(
  store: Kysely<CoachTables>,
  projectId: ProjectId,
): Promise<CoachSession | undefined> {
  const row = await store
    .selectFrom('coach_sessions')
    .selectAll()
    .where('project_id', '=', projectId)
    .where('status', '=', 'active')
    .orderBy('started_at', 'desc')
    .executeTakeFirst();
  return row && recordOf(row);
}

/** The latest first. */
export async function listSessions(store: Kysely<CoachTables>, projectId: ProjectId): Promise<CoachSession[]> {
  const query = store.selectFrom('coach_sessions').selectAll().where('project_id', '=', projectId);
  return (await query.orderBy('started_at', 'desc').execute()).map(recordOf);
}

/** Does nothing to one that has ended already. */
export async function endSession(
  store: Kysely<CoachTables>,
  id: string,
  status: Exclude<SessionStatus, 'active'>,
): Promise<void> {
  const ended: Partial<Row> = { status, ended_at: new Date().toISOString() };
  const query = store.updateTable('coach_sessions').set(ended).where('id', '=', id);
  await query.where('status', '=', 'active').execute();
}

export async function setSessionIssue(
  store: Kysely<CoachTables>,
  id: string,
  { number, title }: { readonly number: number; readonly title: string },
): Promise<void> {
  const issue: Partial<Row> = { issue_number: number, issue_title: title };
  await store.updateTable('coach_sessions').set(issue).where('id', '=', id).execute();
}

/** With all that belongs to them. */
export async function deleteSessions(store: Kysely<CoachTables>, projectId: ProjectId): Promise<void> {
  await store.deleteFrom('coach_sessions').where('project_id', '=', projectId).execute();
}
