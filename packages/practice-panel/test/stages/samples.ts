import type { CourseExercise, CourseProgress, StageProgress, StagesResponse } from '@agent-factory/protocol/stages';
import { exercise } from '../support/samples.js';

export const TITLES = ['Somebody', 'A memory', 'A conversation'] as const;
const AT = '2026-03-01T10:00:00.000Z';

/** Three stages of one criterion each, of which the first so many are complete. */
export function stagesResponse(done: number, facts: Partial<StagesResponse> = {}): StagesResponse {
  return {
    exerciseId: exercise.id,
    stages: TITLES.map((title, index) => stage(index + 1, title, done)),
    ...(done < TITLES.length && { current: done + 1 }),
    ...facts,
  };
}

function stage(number: number, title: string, done: number): StageProgress {
  const criteria = [{ name: `${title} works`, status: number <= done ? ('passed' as const) : ('skipped' as const) }];
  if (number <= done) return { number, title, status: 'complete', by: 'check', completedAt: AT, criteria };
  return { number, title, status: number === done + 1 ? 'current' : 'open', criteria };
}

/** The same, but the tutor has claimed the current stage too early. */
export function refusedAt(done: number, at = AT): StagesResponse {
  const response = stagesResponse(done);
  const stages = response.stages.map((entry) => {
    if (entry.status !== 'current') return entry;
    const criterion = `${entry.title} works`;
    return { ...entry, refused: { at, reason: 'criterion' as const, criterion, message: 'It is empty.\nNo.' } };
  });
  return { ...response, stages };
}

export function courseExercise(id: string, facts: Partial<CourseExercise> = {}): CourseExercise {
  return {
    exerciseId: id as never,
    title: `Exercise ${id}`,
    lessonPath: `part/one/${id}`,
    status: 'not_started',
    stages: { done: 0, total: 0 },
    timeOnTaskMs: 0,
    estimatedMinutes: 30,
    ...facts,
  };
}

/** A course of one chapter. */
export function courseProgress(
  exercises: readonly CourseExercise[],
  facts: Partial<CourseProgress> = {},
): CourseProgress {
  const done = exercises.filter(({ status }) => status === 'completed').length;
  const timeOnTaskMs = exercises.reduce((sum, entry) => sum + entry.timeOnTaskMs, 0);
  const chapter = { path: 'part/one', done, timeOnTaskMs, exercises: [...exercises] };
  return {
    courseId: 'course',
    done,
    total: exercises.length,
    timeOnTaskMs,
    chapters: exercises.length === 0 ? [] : [chapter],
    ...facts,
  };
}
