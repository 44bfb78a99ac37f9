import type { CoachTables } from '@agent-factory/coach/tables';
import type { DashboardState, Period } from '@agent-factory/protocol/mind';
import { type Kysely, sql } from 'kysely';
import type { Slot } from './activity.js';
import type { SessionFacts } from './sessions.js';

type Stats = DashboardState['stats'];
const MINUTE_MS = 60_000;

interface Span {
  readonly period: Period;
  /** Milliseconds since 1970. */
  readonly begin: number;
  readonly now: number;
}

interface Known {
  readonly slots: readonly Slot[];
  readonly sessions: readonly SessionFacts[];
  readonly costs: DashboardState['costs'];
}

/** Sums over a period, as the spec's queries have them. */
export async function statsOf(
  store: Kysely<CoachTables>,
  span: Span,
  { slots, sessions, costs }: Known,
): Promise<Stats> {
  const { period, begin } = span;
  const since = new Date(begin).toISOString();
  const shown = slots.filter(({ at }) => at >= begin).reduce((sum, { hints }) => sum + hints, 0);
  return {
    period,
    ...sessionStats(sessions, span),
    ...(await gapStats(store, since)),
    hintsUsed: shown + (await hintsOfPlans(store, begin)),
    apiCostTotal: costs.reduce((sum, { cost }) => sum + cost, 0),
  };
}

function sessionStats(sessions: readonly SessionFacts[], { begin, now }: Span) {
  const completed = sessions.filter(({ isCompleted, endedAt }) => isCompleted && (endedAt ?? 0) >= begin);
  const begun = sessions.filter(({ startedAt, issueNumber }) => startedAt >= begin && issueNumber !== null);
  return {
    sessionsCompleted: completed.length,
    totalCoachingMinutes: completed.reduce((sum, session) => sum + minutesOf(session, now), 0),
    // Number 7 of another project is another issue.
    issuesWorkedOn: new Set(begun.map(({ projectId, issueNumber }) => `${projectId} ${issueNumber}`)).size,
  };
}

/** From its beginning to its end; a clock that has jumped meanwhile makes none of it negative, and none of it future. */
function minutesOf({ startedAt, endedAt }: SessionFacts, now: number): number {
  return Math.max(0, Math.min(endedAt ?? startedAt, now) - startedAt) / MINUTE_MS;
}

async function gapStats(store: Kysely<CoachTables>, since: string) {
  const found = await store
    .selectFrom('coach_knowledge_gaps')
    .select(({ fn, eb }) => [
      fn.countAll<number>().as('identified'),
      fn.coalesce(fn.sum<number>('addressed'), eb.lit(0)).as('addressed'),
    ])
    .where('last_encountered_at', '>=', since)
    .executeTakeFirstOrThrow();
  return { knowledgeGapsIdentified: found.identified, knowledgeGapsAddressed: found.addressed };
}

/** Hints that were taken in phases of plans, of sessions that have begun since then. */
async function hintsOfPlans(store: Kysely<CoachTables>, begin: number): Promise<number> {
  const taken = store
    .selectFrom('coach_progress_events as event')
    .select(({ fn }) => fn.countAll<number>().as('used'))
    .where('event.event_type', '=', 'hint_used');
  // Without a beginning, nobody has to look for the sessions: each event has one.
  if (begin <= 0) return (await taken.executeTakeFirstOrThrow()).used;
  const lately = taken
    .innerJoin('coach_phases as phase', 'phase.id', 'event.phase_id')
    .innerJoin('coach_plans as plan', 'plan.id', 'phase.plan_id')
    .innerJoin('coach_sessions as session', 'session.id', 'plan.session_id')
    .where('session.started_at', '>=', new Date(begin).toISOString());
  return (await lately.executeTakeFirstOrThrow()).used;
}

/**
 * What calls have cost since then, also those that were of no use, as the budget counts it; by what they were for, the
 * dearest first.
 */
export async function costsSince(store: Kysely<CoachTables>, begin: number): Promise<DashboardState['costs']> {
  let query = store
    .selectFrom('coach_api_call_log')
    .select(({ fn, eb }) => [
      'call_type as callType',
      fn.countAll<number>().as('calls'),
      fn.count<number>(eb.case().when('latency_ms', '<', 0).then(1).end()).as('failed'),
      sql<number>`sum(cost_estimate + cost_beyond)`.as('cost'),
    ]);
  // Without a beginning, an index has all that is asked for in the order of types.
  if (begin > 0) query = query.where('created_at', '>=', new Date(begin).toISOString());
  return query.groupBy('call_type').orderBy('cost', 'desc').orderBy('call_type').execute();
}
