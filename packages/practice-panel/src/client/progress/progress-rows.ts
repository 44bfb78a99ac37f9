import type { ExerciseSummary } from '@agent-factory/protocol';
import type { CriterionProgress, ExerciseProgress, ProgressDocument } from '@agent-factory/protocol/progress';

/** One exercise as the Progress page shows it. */
export interface ProgressRow {
  readonly id: string;
  readonly title: string;
  /** The exercise as it is listed now; undefined if it is no longer listed. */
  readonly listed: ExerciseSummary | undefined;
  readonly skills: readonly string[];
  /** Official checks, of all versions. */
  readonly attempts: number;
  readonly hints: number;
  readonly solutionShown: boolean;
  /** Milliseconds, of all versions. */
  readonly timeOnTaskMs: number;
  /** ISO 8601. The first completion of any version. */
  readonly completedAt: string | undefined;
  readonly criteria: readonly CriterionProgress[];
  /** Criteria of the latest version that have ever passed: a pass is never revoked. */
  readonly passed: number;
}

export interface ProgressTotals {
  readonly completed: number;
  readonly exercises: number;
  readonly attempts: number;
  readonly hints: number;
  readonly timeOnTaskMs: number;
}

/** Every exercise, in the order of the list; those no longer listed come last. */
export function progressRows(listed: readonly ExerciseSummary[], document: ProgressDocument): ProgressRow[] {
  const entriesOf = (id: string) => document.exercises.filter(({ exerciseId }) => exerciseId === id);
  const known = new Set(listed.map(({ id }) => id));
  const others = new Set(document.exercises.map(({ exerciseId }) => exerciseId).filter((id) => !known.has(id)));
  return [
    ...listed.map((entry) => rowOf(entry.id, entry, entriesOf(entry.id))),
    ...[...others].map((id) => rowOf(id, undefined, entriesOf(id))),
  ];
}

export function totalsOf(rows: readonly ProgressRow[]): ProgressTotals {
  return {
    completed: rows.filter(({ completedAt }) => completedAt !== undefined).length,
    exercises: rows.length,
    attempts: sum(rows.map(({ attempts }) => attempts)),
    hints: sum(rows.map(({ hints }) => hints)),
    timeOnTaskMs: sum(rows.map(({ timeOnTaskMs }) => timeOnTaskMs)),
  };
}

/** Whether there is anything to report about an exercise. */
export function hasBegun({ attempts, hints, timeOnTaskMs, completedAt, solutionShown }: ProgressRow): boolean {
  return attempts + hints + timeOnTaskMs > 0 || completedAt !== undefined || solutionShown;
}

function rowOf(id: string, listed: ExerciseSummary | undefined, versions: readonly ExerciseProgress[]): ProgressRow {
  const criteria = latestOf(versions)?.criteria ?? [];
  return {
    id,
    title: listed?.title ?? id,
    listed,
    skills: listed?.skills ?? [],
    attempts: sum(versions.map(({ attempts }) => attempts)),
    hints: sum(versions.flatMap((version) => version.criteria.map(({ hintsRevealed }) => hintsRevealed))),
    solutionShown: versions.some(({ solutionShownAt }) => solutionShownAt !== undefined),
    timeOnTaskMs: sum(versions.map(({ timeOnTaskMs }) => timeOnTaskMs)),
    completedAt: earliest(versions.map(({ completedAt }) => completedAt)),
    criteria,
    passed: criteria.filter(({ firstPassedAt }) => firstPassedAt !== undefined).length,
  };
}

/** The highest version that was checked. */
function latestOf(versions: readonly ExerciseProgress[]): ExerciseProgress | undefined {
  const checked = versions.filter(({ criteria }) => criteria.length > 0);
  return checked.sort((a, b) => a.version.localeCompare(b.version, 'en', { numeric: true })).at(-1);
}

/** Times are ISO 8601 in UTC, so sorting the texts sorts the times. */
function earliest(times: readonly (string | undefined)[]): string | undefined {
  return times.filter((time) => time !== undefined).sort()[0];
}

function sum(counts: readonly number[]): number {
  return counts.reduce((total, count) => total + count, 0);
}
