import { listAssessments } from '@agent-factory/coach/store';
import type { CoachTables } from '@agent-factory/coach/tables';
import { isFolderId } from '@agent-factory/protocol/coach';
import type { DashboardState } from '@agent-factory/protocol/mind';
import { type Kysely, sql } from 'kysely';

/** Most points of the history, and most gaps: what a page can draw, in a hundred kilobytes each. The latest stay. */
const MAX_POINTS = 1000;
const MAX_GAPS = 500;

export async function readDreyfus(store: Kysely<CoachTables>): Promise<DashboardState['dreyfus']> {
  const assessments = await listAssessments(store);
  return assessments.map(({ skillArea, stage, confidence, assessedAt }) => ({
    skillArea,
    stage,
    confidence,
    assessedAt,
  }));
}

/** In the order of writing, since clocks jump. */
export async function readHistory(store: Kysely<CoachTables>): Promise<DashboardState['progress']> {
  const rows = await store
    .selectFrom('coach_assessment_history')
    .select(['skill_area as skillArea', 'stage', 'confidence', 'assessed_at as at'])
    .orderBy(sql`rowid`, 'desc')
    .limit(MAX_POINTS)
    .execute();
  return rows.reverse();
}

/** The latest first. What has shown one tells of files; in a folder that the page may not know of, it is left out. */
export async function readGaps(store: Kysely<CoachTables>, withFolders: boolean): Promise<DashboardState['gaps']> {
  const rows = await store
    .selectFrom('coach_knowledge_gaps')
    .select([
      'id',
      'topic',
      'severity',
      'evidence',
      'project_id as projectId',
      'frequency',
      'addressed',
      'last_encountered_at as lastEncounteredAt',
    ])
    .orderBy('last_encountered_at', 'desc')
    .limit(MAX_GAPS)
    .execute();
  return rows.map(({ projectId, ...row }) => ({
    ...row,
    evidence: withFolders || !isFolderId(projectId ?? '') ? row.evidence : '',
    addressed: row.addressed === 1,
  }));
}
