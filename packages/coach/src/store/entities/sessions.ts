import { randomUUID } from 'node:crypto';
import type { ProjectId } from '@agent-factory/protocol/coach';
import type { Kysely } from 'kysely';
import { type Named, recordOf, rowOf } from '../schema/naming.js';
import { type SessionStatus, WRAP_UP, WRAPPING_UP, type WrappingUp, type WrapUp } from '../schema/values.js';
import { TO_HEAR, TO_WRAP_UP } from '../sessions-left.js';
import type { CoachTables } from '../tables.js';

type Row = CoachTables['coach_sessions'];
/** A coaching session. One project has one active session at most, which whoever begins them sees to. */
export type CoachSession = Omit<Named<Row>, 'wrappedUp' | 'wrappingUp'> & { wrappedUp: WrapUp | null };

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
    wrappedUp: null,
  };
  await store
    .insertInto('coach_sessions')
    .values(rowOf<Row>({ ...record, wrappedUp: null, wrappingUp: null }))
    .execute();
  return record;
}

export async function findSession(store: Kysely<CoachTables>, id: string): Promise<CoachSession | undefined> {
  const row = await store.selectFrom('coach_sessions').selectAll().where('id', '=', id).executeTakeFirst();
  return row && sessionOf(row);
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
  return row && sessionOf(row);
}

/** The latest first. */
export async function listSessions(store: Kysely<CoachTables>, projectId: ProjectId): Promise<CoachSession[]> {
  const query = store.selectFrom('coach_sessions').selectAll().where('project_id', '=', projectId);
  return (await query.orderBy('started_at', 'desc').execute()).map(sessionOf);
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

/** Those that have ended and were not wrapped up, the oldest first. */
export async function sessionsToWrapUp(store: Kysely<CoachTables>): Promise<CoachSession[]> {
  const query = store.selectFrom('coach_sessions').selectAll().where(TO_WRAP_UP);
  return (await query.orderBy('started_at').execute()).map(sessionOf);
}

/** How far that has come; `transcript` is empty before. Undefined if it is wrapped up, or there is no such session. */
export async function findWrappingUp(store: Kysely<CoachTables>, id: string): Promise<WrappingUp | undefined> {
  const query = store.selectFrom('coach_sessions').select('wrapping_up').where('id', '=', id);
  const row = await query.where('wrapped_up', 'is', null).executeTakeFirst();
  if (row === undefined) return undefined;
  return row.wrapping_up === null ? { transcript: '' } : WRAPPING_UP.read(row.wrapping_up);
}

export async function setWrappingUp(store: Kysely<CoachTables>, id: string, progress: WrappingUp): Promise<void> {
  const change: Partial<Row> = { wrapping_up: WRAPPING_UP.write(progress) };
  const query = store.updateTable('coach_sessions').set(change).where('id', '=', id);
  await query.where('wrapped_up', 'is', null).execute();
}

/**
 * False if it was wrapped up already: then nothing is changed. Of how far it has come, what nobody has heard is kept after
 * that: see `setHearing`.
 */
export async function setWrappedUp(
  store: Kysely<CoachTables>,
  id: string,
  wrapUp: WrapUp,
  unheard: WrappingUp | null = null,
): Promise<boolean> {
  const query = store.updateTable('coach_sessions').set(wrappedUp(wrapUp, unheard)).where('id', '=', id);
  return (await query.where('wrapped_up', 'is', null).executeTakeFirst()).numUpdatedRows > 0n;
}

/** What the agent has told of a session that was wrapped up without it; undefined without any. */
export async function findUnheard(store: Kysely<CoachTables>, id: string): Promise<WrappingUp | undefined> {
  const query = store.selectFrom('coach_sessions').select('wrapping_up').where('id', '=', id);
  const row = await query.where('wrapped_up', 'is not', null).executeTakeFirst();
  return row === undefined || row.wrapping_up === null ? undefined : WRAPPING_UP.read(row.wrapping_up);
}

/** How far using it has come; null once it was used. Does nothing to a session that is not wrapped up. */
export async function setHearing(
  store: Kysely<CoachTables>,
  id: string,
  wrapUp: WrapUp,
  unheard: WrappingUp | null,
): Promise<void> {
  const query = store.updateTable('coach_sessions').set(wrappedUp(wrapUp, unheard)).where('id', '=', id);
  await query.where('wrapped_up', 'is not', null).execute();
}

/** Those that were wrapped up without what their agent has told, as far as it is to be used, the oldest first. */
export async function sessionsToHear(store: Kysely<CoachTables>): Promise<CoachSession[]> {
  const query = store.selectFrom('coach_sessions').selectAll().where(TO_HEAR);
  return (await query.orderBy('started_at').execute()).map(sessionOf);
}

function wrappedUp(wrapUp: WrapUp, unheard: WrappingUp | null): Partial<Row> {
  return { wrapped_up: WRAP_UP.write(wrapUp), wrapping_up: unheard && WRAPPING_UP.write(unheard) };
}

function sessionOf({ wrapping_up: _, ...row }: Row): CoachSession {
  return { ...recordOf(row), wrappedUp: row.wrapped_up === null ? null : WRAP_UP.read(row.wrapped_up) };
}
