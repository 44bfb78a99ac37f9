import type { CoachTables } from '@agent-factory/coach/tables';
import { FOLDER_ID_PREFIX } from '@agent-factory/protocol/coach';
import type { DashboardState } from '@agent-factory/protocol/mind';
import { type Kysely, sql } from 'kysely';
import { HINT_EVENTS } from './hint-events.js';

type Skill = DashboardState['independence'][number];

/** What a thing that was done with hints counts, where one that was done alone counts 1, and with the solution 0. */
const WITH_HINTS = 0.5;
/** Most skills, those first of which most was done: what a page can draw. */
const MAX_SKILLS = 200;

interface Row {
  readonly skill: string;
  readonly alone: number;
  readonly withHints: number;
  readonly withSolution: number;
}

/** How criteria of exercises and phases of the student's own projects were done, by skill. Phases bear the names of folders. */
export async function independenceOf(store: Kysely<CoachTables>, withFolders: boolean): Promise<Skill[]> {
  const sums = new Map<string, Row>();
  for (const row of [...(await criteriaBySkill(store)), ...(withFolders ? await phasesByProject(store) : [])]) {
    const { alone = 0, withHints = 0, withSolution = 0 } = sums.get(row.skill) ?? {};
    sums.set(row.skill, {
      skill: row.skill,
      alone: alone + row.alone,
      withHints: withHints + row.withHints,
      withSolution: withSolution + row.withSolution,
    });
  }
  return [...sums.values()]
    .sort((one, other) => allOf(other) - allOf(one) || (one.skill < other.skill ? -1 : 1))
    .slice(0, MAX_SKILLS)
    .map((row) => ({ ...row, score: (row.alone + WITH_HINTS * row.withHints) / allOf(row) }));
}

function allOf({ alone, withHints, withSolution }: Row): number {
  return alone + withHints + withSolution;
}

/** A criterion counts for each skill of its exercise. */
async function criteriaBySkill(store: Kysely<CoachTables>): Promise<Row[]> {
  const { rows } = await sql<Row>`select skill.value as skill, sum(help = 'alone') as alone,
      sum(help = 'hints') as withHints, sum(help = 'solution') as withSolution
    from coach_passed_criteria, json_each(skills) as skill group by skill.value`.execute(store);
  return rows;
}

/**
 * A phase has no skill of its own: it counts for its folder. One that shows hints in the editor was not done alone. Those
 * of exercises are left out: their criteria count. A phase has no solution that could be opened. Summed up by plan first: a
 * year has five times as many phases, and none needs to look for its session.
 */
async function phasesByProject(store: Kysely<CoachTables>): Promise<Row[]> {
  const { rows } = await sql<{ folder: string; alone: number; withHints: number }>`
    with plan_sums as materialized (
      select plan_id, count(*) as done, sum(
        (hint_level <> 'none' and id in (select phase_id from coach_phase_hints))
        or id in (select phase_id from coach_progress_events where event_type in (${sql.join(HINT_EVENTS)}))
      ) as helped
      from coach_phases where status = 'complete' group by plan_id)
    select session.project_dir as folder, sum(done - helped) as alone, sum(helped) as withHints
    from plan_sums
      join coach_plans as plan on plan.id = plan_sums.plan_id
      join coach_sessions as session on session.id = plan.session_id
    where substr(session.project_id, 1, ${FOLDER_ID_PREFIX.length}) = ${FOLDER_ID_PREFIX} group by folder`.execute(
    store,
  );
  return rows.map(({ folder, ...counts }) => ({ skill: nameOf(folder), ...counts, withSolution: 0 }));
}

/** The last part of a path, of whichever system wrote it. */
function nameOf(folder: string): string {
  return folder.split(/[/\\]/).filter(Boolean).at(-1) ?? folder;
}
