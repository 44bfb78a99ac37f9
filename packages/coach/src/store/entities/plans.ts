import { randomUUID } from 'node:crypto';
import { type Kysely, sql } from 'kysely';
import { type Named, recordOf, rowOf } from '../schema/naming.js';
import type { CoachTables } from '../tables.js';

type Row = CoachTables['coach_plans'];
/** What is to be done in a session, as its author wrote it; its steps are phases. */
export type Plan = Named<Row>;

/** What the coach has found out beside the phases: what it reminds the learner of, and how hard it is for them. */
export type PlanFindings = Pick<Plan, 'memoryConnection' | 'estimatedDifficulty'>;

const NO_FINDINGS: PlanFindings = { memoryConnection: null, estimatedDifficulty: null };

/** It is the plan of the session from now on. */
export async function createPlan(
  store: Kysely<CoachTables>,
  sessionId: string,
  rawPlanText: string,
  findings = NO_FINDINGS,
): Promise<Plan> {
  const plan: Plan = { id: randomUUID(), sessionId, rawPlanText, createdAt: new Date().toISOString(), ...findings };
  await store.insertInto('coach_plans').values(rowOf<Row>(plan)).execute();
  return plan;
}

export async function findPlan(store: Kysely<CoachTables>, id: string): Promise<Plan | undefined> {
  const row = await store.selectFrom('coach_plans').selectAll().where('id', '=', id).executeTakeFirst();
  return row && recordOf(row);
}

/** The latest of a session. */
export async function currentPlan(store: Kysely<CoachTables>, sessionId: string): Promise<Plan | undefined> {
  const row = await store
    .selectFrom('coach_plans')
    .selectAll()
    .where('session_id', '=', sessionId)
    .orderBy('created_at', 'desc')
    .orderBy(sql`rowid`, 'desc')
    .executeTakeFirst();
  return row && recordOf(row);
}

/** With its phases, and what belongs to them. */
export async function deletePlan(store: Kysely<CoachTables>, id: string): Promise<void> {
  await store.deleteFrom('coach_plans').where('id', '=', id).execute();
}
