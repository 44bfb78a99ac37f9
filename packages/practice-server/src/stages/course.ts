import { stagesOf } from '@agent-factory/exercise-runtime';
import { type ExerciseSummary, PracticeError } from '@agent-factory/protocol';
import { COURSE_ID, type CourseExercise, type CourseProgress } from '@agent-factory/protocol/stages';
import { sql } from 'kysely';
import type { SessionAccess } from '../sessions/session-access.js';
import { breathe } from '../system/breathe.js';
import type { StageTables } from './tables.js';

/** Where the student stands with everything that the registry lists. Throws `course_not_found`. */
export async function courseProgress(host: SessionAccess, courseId: string): Promise<CourseProgress> {
  if (courseId !== COURSE_ID)
    throw new PracticeError('course_not_found', `There is no such course; this site's is “${COURSE_ID}”.`, {
      courses: [COURSE_ID],
    });
  const [{ exercises }, times, done] = await Promise.all([
    host.sessions.listExercises(),
    timesOnTask(host),
    stagesDone(host),
  ]);
  const described: CourseExercise[] = [];
  for (const exercise of exercises) {
    described.push(await describe(host, exercise, { times, done }));
    await breathe();
  }
  const next =
    described.find(isBegun) ??
    described.find(({ status, completedAt }) => status === 'not_started' && completedAt === undefined);
  return {
    courseId,
    done: countDone(described),
    total: described.length,
    ...(next && { next: next.exerciseId }),
    timeOnTaskMs: sumTime(described),
    chapters: chaptersOf(described),
  };
}

interface Known {
  readonly times: ReadonlyMap<string, number>;
  readonly done: ReadonlyMap<string, number>;
}

async function describe(
  host: SessionAccess,
  exercise: ExerciseSummary,
  { times, done }: Known,
): Promise<CourseExercise> {
  const { id, title, lessonPath, status, completedAt, estimatedMinutes } = exercise;
  // Only what is in the cache: the course must not wait for the lesson site.
  const cached = await host.catalog.cached(id).catch(() => undefined);
  const stages = cached === undefined ? [] : stagesOf(cached.config);
  return {
    exerciseId: id,
    title,
    lessonPath,
    status,
    ...(completedAt !== undefined && { completedAt }),
    stages: { done: Math.min(done.get(id) ?? 0, stages.length), total: stages.length },
    timeOnTaskMs: times.get(id) ?? 0,
    estimatedMinutes,
  };
}

function isBegun({ status, completedAt }: CourseExercise): boolean {
  return completedAt === undefined && (status === 'running' || status === 'in_progress');
}

function isDone({ status, completedAt }: CourseExercise): boolean {
  return status === 'completed' || completedAt !== undefined;
}

function chaptersOf(exercises: readonly CourseExercise[]): CourseProgress['chapters'] {
  const chapters = new Map<string, CourseExercise[]>();
  for (const exercise of exercises) {
    const path = folderOf(exercise.lessonPath);
    chapters.set(path, [...(chapters.get(path) ?? []), exercise]);
  }
  return [...chapters].map(([path, own]) => ({
    path,
    done: countDone(own),
    timeOnTaskMs: sumTime(own),
    exercises: own,
  }));
}

function folderOf(lessonPath: string): string {
  const end = lessonPath.lastIndexOf('/');
  return end < 0 ? '' : lessonPath.slice(0, end);
}

function countDone(exercises: readonly CourseExercise[]): number {
  return exercises.filter(isDone).length;
}

function sumTime(exercises: readonly CourseExercise[]): number {
  return exercises.reduce((sum, { timeOnTaskMs }) => sum + timeOnTaskMs, 0);
}

/** Milliseconds by exercise, over all its versions. */
async function timesOnTask({ store }: SessionAccess): Promise<Map<string, number>> {
  const rows = await store
    .selectFrom('exercise_progress')
    .select(['exercise_id', (builder) => builder.fn.sum<number>('time_on_task_ms').as('ms')])
    .groupBy('exercise_id')
    .execute();
  return new Map(rows.map(({ exercise_id, ms }) => [exercise_id, ms]));
}

/** How many stages are complete in the workspace there is now, by exercise. */
async function stagesDone({ store }: SessionAccess): Promise<Map<string, number>> {
  const { rows } = await sql<{ exercise_id: string; count: number }>`
    select s.exercise_id, count(*) as count from stage_records s
    join workspaces w on w.exercise_id = s.exercise_id and w.created_at = s.workspace_at
    where s.stage > 0 and s.completed_at is not null group by s.exercise_id`.execute(store.withTables<StageTables>());
  return new Map(rows.map(({ exercise_id, count }) => [exercise_id, count]));
}
