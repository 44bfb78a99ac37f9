import type { Exercise } from '@agent-factory/exercise-runtime';
import type { ExerciseId } from '@agent-factory/protocol';
import type { ExerciseState } from '@agent-factory/protocol/coach';
import type { CriterionProgress } from '@agent-factory/protocol/progress';
import { lockedUntil } from '../hints/gate.js';
import { laddersOf } from '../hints/reveal.js';
import type { SessionAccess } from '../sessions/session-access.js';
import { countAttempts, readVersion, revealedRungs, wasCompleted } from '../store/records/progress.js';
import { findReveal } from '../store/records/reveals.js';
import { findWorkspace } from '../store/records/workspaces.js';
import type { LatestChecks } from './latest-checks.js';
import { solutionShownAt } from './solution-open.js';

type Host = Pick<SessionAccess, 'store' | 'catalog' | 'log'>;
type StateOf<Part extends keyof ExerciseState> = NonNullable<ExerciseState[Part]>;

/**
 * How the student stands in an exercise, from what checks and hints have left in the progress, which is kept nowhere
 * else. Null where it was not started, as with a folder of the student's own.
 */
export async function exerciseOf(
  host: Host,
  checks: LatestChecks,
  exerciseId: ExerciseId,
): Promise<ExerciseState | null> {
  const { store } = host;
  const workspace = await findWorkspace(store, exerciseId);
  if (workspace === undefined) return null;
  const [config, progress, rungs, shownAt] = await Promise.all([
    configOf(host, exerciseId),
    readVersion(store, { exerciseId, version: workspace.version }),
    revealedRungs(store, exerciseId),
    solutionShownAt(store, exerciseId),
  ]);
  const criteria: StateOf<'criteria'> = [];
  const nextRung = await rungsThatOpen(host, exerciseId);
  const ladders = config === undefined ? new Map<string, readonly string[]>() : laddersOf(config);
  for (const { id, title, status } of listed(config, progress.criteria)) {
    const total = ladders.get(title)?.length ?? 0;
    const opened = Math.min(rungs.get(title) ?? 0, total);
    criteria.push({ id, title, status, hints: { opened, total, next: await nextRung(title, { opened, total }) } });
  }
  const failed = criteria.find(({ status }) => status === 'failed');
  return {
    title: config?.title ?? exerciseId,
    attempts: progress.attempts,
    criteria,
    failing:
      failed === undefined ? null : await failing(checks, { exerciseId, since: progress.firstAttemptAt }, failed),
    solutionOpened: shownAt !== undefined,
  };
}

/** A lesson site that is broken or gone takes nothing of what is known here. */
async function configOf({ catalog, log }: Host, exerciseId: ExerciseId): Promise<Exercise['config'] | undefined> {
  try {
    return (await catalog.cached(exerciseId))?.config;
  } catch (error) {
    log.debug({ err: error, exerciseId }, 'The criteria of an exercise could not be read');
    return undefined;
  }
}

/** Those of the exercise in their order, then those that only its check knows. */
function listed(config: Exercise['config'] | undefined, known: readonly CriterionProgress[]) {
  const own = (config?.criteria ?? []).map(({ id, title }) => ({ id, title }));
  const more = known.filter(({ name }) => !own.some(({ title }) => title === name));
  const statuses = new Map(known.map(({ name, status }) => [name, status]));
  return [...own, ...more.map(({ name }) => ({ id: name, title: name }))].map((criterion) => ({
    ...criterion,
    status: statuses.get(criterion.title) ?? ('skipped' as const),
  }));
}

type Ladder = Pick<StateOf<'criteria'>[number]['hints'], 'opened' | 'total'>;

/** The rung after those that are open, and when it opens by itself: as whoever asks for it would find it now. */
async function rungsThatOpen({ store }: Host, exerciseId: ExerciseId) {
  const [attempts, completed] = await Promise.all([countAttempts(store, exerciseId), wasCompleted(store, exerciseId)]);
  return async (criterion: string, { opened, total }: Ladder) => {
    if (opened >= total) return null;
    const last = opened === 0 ? undefined : await findReveal(store, exerciseId, criterion);
    const until = lockedUntil({
      revealed: opened,
      revealedAt: last?.at,
      attemptsAtReveal: last?.attempts,
      attempts,
      completed,
      now: Date.now(),
    });
    return { rung: opened + 1, opensAt: until === undefined ? null : new Date(until).toISOString() };
  };
}

async function failing(
  checks: LatestChecks,
  place: { readonly exerciseId: ExerciseId; readonly since: string | undefined },
  { id, title }: Pick<StateOf<'criteria'>[number], 'id' | 'title'>,
): Promise<StateOf<'failing'>> {
  const { message, failedInRow } = await checks.failureOf(place, title);
  return { id, title, ...(message !== undefined && { message }), failedInRow: Math.max(1, failedInRow) };
}
