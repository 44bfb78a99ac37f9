import type { CoachTables } from '@agent-factory/coach/tables';
import type { ExerciseId } from '@agent-factory/protocol';
import type { Judged } from '../sessions/hooks.js';
import type { SessionAccess } from '../sessions/session-access.js';
import type { Store } from '../store/open.js';
import { revealedRungs } from '../store/records/progress.js';
import { findReveal } from '../store/records/reveals.js';
import { solutionShownAt } from './solution-open.js';

type Help = CoachTables['coach_passed_criteria']['help'];
type Host = Pick<SessionAccess, 'store' | 'catalog' | 'log'>;

/**
 * Writes down with what help each criterion was passed for the first time. Once it is written it stays, whatever later
 * checks say; what an earlier check did not get to write down is made up for. Never rejects: the check is more.
 */
export async function notePassed(host: Host, { exerciseId, at, result }: Judged): Promise<void> {
  try {
    const passed = result.criteria.flatMap(({ status, name }) => (status === 'passed' ? [name] : []));
    const titles = await unwritten(host, exerciseId, passed);
    if (titles.length === 0) return;
    const skills = [...new Set((await host.catalog.cached(exerciseId))?.config.skills ?? [])];
    for (const title of titles) await note(host, { exerciseId, title, at }, skills);
  } catch (error) {
    host.log.error({ err: error, exerciseId }, 'With what help criteria were passed could not be written down');
  }
}

/** Of one exercise or, without one, of all. */
export async function forgetPassed(store: Store, exerciseId?: ExerciseId): Promise<void> {
  const rows = store.withTables<CoachTables>().deleteFrom('coach_passed_criteria');
  await (exerciseId === undefined ? rows : rows.where('exercise_id', '=', exerciseId)).execute();
}

interface Passed {
  readonly exerciseId: ExerciseId;
  readonly title: string;
  /** Of the check that has passed it now, ISO 8601. */
  readonly at: string;
}

async function note({ store }: Host, passed: Passed, skills: readonly string[]): Promise<void> {
  const { exerciseId, title } = passed;
  const firstAt = await firstPassedAt({ store }, passed);
  await store
    .withTables<CoachTables>()
    .insertInto('coach_passed_criteria')
    .values({
      id: idOf(exerciseId, title),
      exercise_id: exerciseId,
      skills: JSON.stringify(skills),
      help: await helpWith({ store }, { ...passed, at: firstAt }),
      passed_at: firstAt,
    })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
}

async function unwritten({ store }: Host, exerciseId: ExerciseId, titles: readonly string[]): Promise<string[]> {
  const rows = await store
    .withTables<CoachTables>()
    .selectFrom('coach_passed_criteria')
    .select('id')
    .where('exercise_id', '=', exerciseId)
    .execute();
  const written = new Set(rows.map(({ id }) => id));
  return titles.filter((title) => !written.has(idOf(exerciseId, title)));
}

/** In any version. */
async function firstPassedAt({ store }: Pick<Host, 'store'>, { exerciseId, title, at }: Passed): Promise<string> {
  const row = await store
    .selectFrom('criterion_progress')
    .select((builder) => builder.fn.min('first_passed_at').as('first'))
    .where('exercise_id', '=', exerciseId)
    .where('name', '=', title)
    .executeTakeFirst();
  return row?.first ?? at;
}

/** What was opened before it passed. Of several rungs only the time of the last is known: the first came before it. */
async function helpWith({ store }: Pick<Host, 'store'>, { exerciseId, title, at }: Passed): Promise<Help> {
  const shownAt = await solutionShownAt(store, exerciseId);
  if (shownAt !== undefined && shownAt <= at) return 'solution';
  const rungs = (await revealedRungs(store, exerciseId)).get(title) ?? 0;
  if (rungs === 0) return 'alone';
  const last = await findReveal(store, exerciseId, title);
  return rungs === 1 && last !== undefined && last.at > Date.parse(at) ? 'alone' : 'hints';
}

/** A lone surrogate has no place in a database. */
function idOf(exerciseId: ExerciseId, title: string): string {
  return `${exerciseId} ${title}`.replace(/\p{Surrogate}/gu, '\ufffd');
}
