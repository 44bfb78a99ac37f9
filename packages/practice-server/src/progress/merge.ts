import type { CriterionProgress, ExerciseProgress } from '@agent-factory/protocol';

/**
 * Two reports about one version of an exercise as one. Nothing is lost: of two first times the
 * earlier stays, of two last times the later, of two counts the larger.
 */
export function mergeProgress(ours: ExerciseProgress, theirs: ExerciseProgress): ExerciseProgress {
  const theirsIsNewer = (theirs.lastAttemptAt ?? '') > (ours.lastAttemptAt ?? '');
  return {
    exerciseId: ours.exerciseId,
    version: ours.version,
    attempts: Math.max(ours.attempts, theirs.attempts),
    ...earlier('firstAttemptAt', ours, theirs),
    ...later('lastAttemptAt', ours, theirs),
    ...earlier('completedAt', ours, theirs),
    ...earlier('solutionShownAt', ours, theirs),
    timeOnTaskMs: Math.max(ours.timeOnTaskMs, theirs.timeOnTaskMs),
    criteria: mergeCriteria(ours.criteria, theirs.criteria, theirsIsNewer),
  };
}

function mergeCriteria(
  ours: readonly CriterionProgress[],
  theirs: readonly CriterionProgress[],
  theirsIsNewer: boolean,
): CriterionProgress[] {
  const merged = ours.map((criterion) => {
    const other = theirs.find(({ name }) => name === criterion.name);
    return other === undefined ? criterion : mergeCriterion(criterion, other, theirsIsNewer);
  });
  return [...merged, ...theirs.filter(({ name }) => !ours.some((criterion) => criterion.name === name))];
}

function mergeCriterion(ours: CriterionProgress, theirs: CriterionProgress, theirsIsNewer: boolean): CriterionProgress {
  return {
    name: ours.name,
    status: theirsIsNewer ? theirs.status : ours.status,
    attempts: Math.max(ours.attempts, theirs.attempts),
    ...earlier('firstPassedAt', ours, theirs),
    hintsRevealed: Math.max(ours.hintsRevealed, theirs.hintsRevealed),
  };
}

type Times<K extends string> = { readonly [Key in K]?: string | undefined };

/** Times are ISO 8601 in UTC, so that their texts sort as they do. */
function earlier<K extends string>(key: K, a: Times<K>, b: Times<K>): { [Key in K]?: string } {
  return pick(key, [a[key], b[key]].filter(isTime).sort()[0]);
}

function later<K extends string>(key: K, a: Times<K>, b: Times<K>): { [Key in K]?: string } {
  return pick(key, [a[key], b[key]].filter(isTime).sort().at(-1));
}

function pick<K extends string>(key: K, time: string | undefined): { [Key in K]?: string } {
  return (time === undefined ? {} : { [key]: time }) as { [Key in K]?: string };
}

function isTime(time: string | undefined): time is string {
  return time !== undefined;
}
