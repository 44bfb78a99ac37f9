import { assess, type CoachTables, findGaps, katasOf, listAssessments } from '@agent-factory/coach/store';
import { shortened } from '@agent-factory/protocol';
import { type Kysely, sql } from 'kysely';
import type { DreyfusAssessmentResponse, Evidence } from '../../prompts/dreyfus-assessment.js';

/** Most areas that one session can tell of, and most topics that were practised. */
const MAX_AREAS = 20;
const MAX_TOPICS = 20;
/** Sessions that the evidence goes back. */
const MAX_SESSIONS = 20;
/** UTF-16 units. */
const MAX_AREA = 100;
const MAX_EVIDENCE = 2000;
/** Share by which hints for each phase have to differ for a trend. */
const TREND = 0.25;

/** One row for each area. What stays as it was is not written again. Tells how many have changed. */
export async function keepAssessments(
  store: Kysely<CoachTables>,
  { assessments }: DreyfusAssessmentResponse,
): Promise<number> {
  const before = await listAssessments(store);
  const done = new Set<string>();
  for (const { skill_area, stage, confidence, evidence } of assessments.slice(0, MAX_AREAS)) {
    const name = shortened(skill_area.trim(), MAX_AREA);
    if (name === '' || done.has(name.toLowerCase())) continue;
    const known = before.find(({ skillArea }) => skillArea.toLowerCase() === name.toLowerCase());
    const sure = Math.min(1, Math.max(0, confidence));
    if (known?.stage === stage && known.confidence === sure) continue;
    done.add(name.toLowerCase());
    await assess(store, {
      skillArea: known?.skillArea ?? name,
      stage,
      confidence: sure,
      evidence: shortened(evidence, MAX_EVIDENCE),
    });
  }
  return done.size;
}

/** All work of the latest sessions together, and what was practised in katas, topic by topic. */
export async function evidenceOf(store: Kysely<CoachTables>): Promise<Evidence[]> {
  const all = await workOf(store);
  const practised: Evidence[] = [];
  for (const { id, topic, frequency } of await findGaps(store)) {
    const attempts = (await katasOf(store, id)).flatMap(({ userAttempts }) => userAttempts);
    if (attempts.length === 0) continue;
    const passed = attempts.filter((attempt) => attempt.passed === true).length;
    const rate = passed / attempts.length;
    practised.push({ skill_area: topic, sessions: frequency, hint_trend: 'unknown', completion_rate: rate });
    if (practised.length === MAX_TOPICS) break;
  }
  return [...all, ...practised];
}

async function workOf(store: Kysely<CoachTables>): Promise<Evidence[]> {
  const { rows } = await sql<{ phases: number; complete: number; hints: number }>`
    select count(distinct phase.id) as phases,
      count(distinct case when phase.status = 'complete' then phase.id end) as complete,
      count(distinct case when event.event_type in ('hint_used', 'hint_escalated') then event.id end) as hints
    from (select id, started_at from coach_sessions where status != 'active' order by started_at desc
      limit ${MAX_SESSIONS}) as session
    join coach_plans as plan on plan.session_id = session.id
    join coach_phases as phase on phase.plan_id = plan.id
    left join coach_progress_events as event on event.phase_id = phase.id
    group by session.id order by session.started_at`.execute(store);
  const phases = rows.reduce((sum, row) => sum + row.phases, 0);
  if (phases === 0) return [];
  const complete = rows.reduce((sum, row) => sum + row.complete, 0);
  const perPhase = rows.map((row) => row.hints / row.phases);
  const facts = { sessions: rows.length, hint_trend: trendOf(perPhase), completion_rate: complete / phases };
  return [{ skill_area: 'all work', ...facts }];
}

/** The later half beside the earlier one. */
function trendOf(values: readonly number[]): string {
  if (values.length < 2) return 'unknown';
  const half = Math.floor(values.length / 2);
  const [earlier, later] = [mean(values.slice(0, half)), mean(values.slice(half))];
  if (later > earlier * (1 + TREND)) return 'rising';
  return later < earlier * (1 - TREND) ? 'falling' : 'steady';
}

function mean(values: readonly number[]): number {
  return values.reduce((sum, value) => sum + value, 0) / values.length;
}
