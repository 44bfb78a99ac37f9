import type { Criterion } from '@agent-factory/protocol';
import type { CriterionProgress, ExerciseProgress } from '@agent-factory/protocol/progress';

export interface Attempt {
  /** ISO 8601 in UTC. */
  readonly at: string;
  readonly criteria: readonly Criterion[];
  readonly complete: boolean;
}

/** Progress after an official check that judged the work. A completion stays, whatever later attempts say. */
export function withAttempt(progress: ExerciseProgress, { at, criteria, complete }: Attempt): ExerciseProgress {
  return {
    ...progress,
    attempts: progress.attempts + 1,
    firstAttemptAt: progress.firstAttemptAt ?? at,
    lastAttemptAt: at,
    ...(complete && { completedAt: progress.completedAt ?? at }),
    criteria: withCriteria(
      progress.criteria,
      criteria.map(({ name }) => name),
      (known) =>
        judge(
          known,
          criteria.find(({ name }) => name === known.name),
          at,
        ),
    ),
  };
}

/** Progress after the first `count` rungs of a criterion's hint ladder were shown. */
export function withHints(progress: ExerciseProgress, criterion: string, count: number): ExerciseProgress {
  const reveal = (known: CriterionProgress): CriterionProgress =>
    known.name === criterion ? { ...known, hintsRevealed: Math.max(known.hintsRevealed, count) } : known;
  return { ...progress, criteria: withCriteria(progress.criteria, [criterion], reveal) };
}

/** All known criteria and all named ones, each changed. */
function withCriteria(
  known: readonly CriterionProgress[],
  names: readonly string[],
  change: (criterion: CriterionProgress) => CriterionProgress,
): CriterionProgress[] {
  const more = names.filter((name) => !known.some((criterion) => criterion.name === name));
  return [...known, ...more.map(unjudged)].map(change);
}

function unjudged(name: string): CriterionProgress {
  return { name, status: 'skipped', attempts: 0, hintsRevealed: 0 };
}

function judge(known: CriterionProgress, found: Criterion | undefined, at: string): CriterionProgress {
  if (found === undefined) return known;
  const { status } = found;
  return {
    ...known,
    status,
    attempts: known.attempts + (status === 'skipped' ? 0 : 1),
    ...(status === 'passed' && { firstPassedAt: known.firstPassedAt ?? at }),
  };
}
