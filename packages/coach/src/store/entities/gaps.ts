import { randomUUID } from 'node:crypto';
import type { Kysely } from 'kysely';
import { type Named, recordOf } from '../schema/naming.js';
import { RELATED_CONCEPTS } from '../schema/values.js';
import type { CoachTables } from '../tables.js';

type Row = CoachTables['coach_knowledge_gaps'];
/** Something the student turned out not to know. `frequency`: how often it has shown. */
export type KnowledgeGap = Omit<Named<Row>, 'relatedConcepts' | 'addressed'> & {
  relatedConcepts: string[];
  addressed: boolean;
};
export type NewGap = Pick<
  KnowledgeGap,
  'sessionId' | 'projectId' | 'topic' | 'severity' | 'evidence' | 'relatedConcepts'
>;

export async function recordGap(store: Kysely<CoachTables>, gap: NewGap): Promise<KnowledgeGap> {
  const row: Row = {
    id: randomUUID(),
    session_id: gap.sessionId,
    project_id: gap.projectId,
    topic: gap.topic,
    severity: gap.severity,
    evidence: gap.evidence,
    related_concepts: RELATED_CONCEPTS.write(gap.relatedConcepts),
    frequency: 1,
    last_encountered_at: new Date().toISOString(),
    addressed: 0,
  };
  await store.insertInto('coach_knowledge_gaps').values(row).execute();
  return gapOf(row);
}

export async function findGap(store: Kysely<CoachTables>, id: string): Promise<KnowledgeGap | undefined> {
  const row = await store.selectFrom('coach_knowledge_gaps').selectAll().where('id', '=', id).executeTakeFirst();
  return row && gapOf(row);
}

/** Which gaps are wanted: all, where nothing is said. */
export interface GapFilter {
  readonly sessionId?: string;
  readonly severity?: KnowledgeGap['severity'];
  readonly addressed?: boolean;
}

/** The latest first. */
export async function findGaps(store: Kysely<CoachTables>, filter: GapFilter = {}): Promise<KnowledgeGap[]> {
  let query = store.selectFrom('coach_knowledge_gaps').selectAll();
  if (filter.sessionId !== undefined) query = query.where('session_id', '=', filter.sessionId);
  if (filter.severity !== undefined) query = query.where('severity', '=', filter.severity);
  if (filter.addressed !== undefined) query = query.where('addressed', '=', filter.addressed ? 1 : 0);
  return (await query.orderBy('last_encountered_at', 'desc').execute()).map(gapOf);
}

/** It has shown again. */
export async function countGap(store: Kysely<CoachTables>, id: string): Promise<void> {
  await store
    .updateTable('coach_knowledge_gaps')
    .set(({ eb }) => ({ frequency: eb('frequency', '+', 1), last_encountered_at: new Date().toISOString() }))
    .where('id', '=', id)
    .execute();
}

export async function setGapAddressed(store: Kysely<CoachTables>, id: string, addressed: boolean): Promise<void> {
  const change = { addressed: addressed ? (1 as const) : (0 as const) };
  await store.updateTable('coach_knowledge_gaps').set(change).where('id', '=', id).execute();
}

export async function deleteGap(store: Kysely<CoachTables>, id: string): Promise<void> {
  await store.deleteFrom('coach_knowledge_gaps').where('id', '=', id).execute();
}

function gapOf(row: Row): KnowledgeGap {
  const relatedConcepts = RELATED_CONCEPTS.read(row.related_concepts);
  return { ...recordOf(row), relatedConcepts, addressed: row.addressed === 1 };
}
