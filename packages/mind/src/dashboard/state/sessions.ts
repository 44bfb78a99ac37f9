import type { CoachTables } from '@agent-factory/coach/tables';
import { isFolderId } from '@agent-factory/protocol/coach';
import type { DashboardState } from '@agent-factory/protocol/mind';
import { type Kysely, sql } from 'kysely';

/** What sums are made of, for each coaching session. Times are milliseconds since 1970. */
export interface SessionFacts {
  readonly projectId: string;
  readonly isCompleted: boolean;
  readonly issueNumber: number | null;
  readonly startedAt: number;
  /** Null while it is active. */
  readonly endedAt: number | null;
}

type Packed = [
  projectId: string,
  isCompleted: number,
  issueNumber: number | null,
  startedAt: string,
  endedAt: string | null,
];

/** Of all projects. Like slots, they come as one text. */
export async function readSessions(store: Kysely<CoachTables>): Promise<SessionFacts[]> {
  const { rows } = await sql<{ packed: string }>`select json_group_array(
    json_array(project_id, status = 'completed', issue_number, started_at, ended_at)) as packed
    from coach_sessions`.execute(store);
  const sessions: Packed[] = JSON.parse(rows[0]?.packed ?? '[]');
  return sessions.map(([projectId, isCompleted, issueNumber, startedAt, endedAt]) => ({
    projectId,
    isCompleted: isCompleted === 1,
    issueNumber,
    startedAt: Date.parse(startedAt),
    endedAt: endedAt === null ? null : Date.parse(endedAt),
  }));
}

/** Sessions that go on, the latest first; of folders only where they may be known of. */
export async function readInProgress(
  store: Kysely<CoachTables>,
  withFolders: boolean,
): Promise<DashboardState['inProgressSessions']> {
  const active = await store
    .selectFrom('coach_sessions')
    .select(['id', 'project_id as projectId', 'issue_number as issueNumber', 'issue_title as issueTitle'])
    .select('started_at as startedAt')
    .where('status', '=', 'active')
    .orderBy('started_at', 'desc')
    .execute();
  return active.filter(({ projectId }) => withFolders || !isFolderId(projectId));
}
