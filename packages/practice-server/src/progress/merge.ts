import type { CriterionProgress, ExerciseProgress } from '@agent-factory/protocol/progress';

/**
 * Merges two reports about one version of an exercise. Nothing is lost: of two first times the
 * earlier stays, of two last times the later, of two counts the larger.
 */
export function mergeProgress(ours: ExerciseProgress, theirs: ExerciseProgress): ExerciseProgress {
  const theirsIsNewer = moment(theirs.lastAttemptAt) > moment(ours.lastAttemptAt);
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
  const merged = new Map(ours.map((criterion) => [criterion.name, criterion]));
  for (const criterion of theirs) {
    const known = merged.get(criterion.name);
    merged.set(criterion.name, known === undefined ? criterion : mergeCriterion(known, criterion, theirsIsNewer));
  }
  return [...merged.values()];
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

function earlier<K extends string>(key: K, a: Times<K>, b: Times<K>): { [Key in K]?: string } {
  return pick(key, [a[key], b[key]].filter(isTime).sort(byMoment)[0]);
}

function later<K extends string>(key: K, a: Times<K>, b: Times<K>): { [Key in K]?: string } {
  return pick(key, [a[key], b[key]].filter(isTime).sort(byMoment).at(-1));
}

function pick<K extends string>(key: K, time: string | undefined): { [Key in K]?: string } {
  return (time === undefined ? {} : { [key]: time }) as { [Key in K]?: string };
}

function isTime(time: string | undefined): time is string {
  return time !== undefined;
}

/** Times do not sort as text: a fraction of a second may be left out. For equal times, the text decides. */
function byMoment(a: string, b: string): number {
  return moment(a) - moment(b) || (a < b ? -1 : 1);
}

/** Milliseconds since 1970; an unknown time comes before all others. */
function moment(time: string | undefined): number {
  return time === undefined ? Number.NEGATIVE_INFINITY : Date.parse(time);
}
