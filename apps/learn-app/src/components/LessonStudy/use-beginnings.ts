import { type Beginning, type JourneyState, journeyOf, usePracticeClient } from '@agent-factory/practice-panel';
import { useMemo, useSyncExternalStore } from 'react';
import type { Lesson } from '../../contexts/study-state';
import type { Exercise } from '../../lib/course/exercise';
import { useReadingProgress } from '../../lib/lesson/use-reading-progress';
import { exerciseBeginnings, lessonBeginnings } from './beginnings';

export interface BeginningsOptions {
  lesson: Lesson | undefined;
  /** The exercise that the chat is about, if it is about one. */
  exercise: Exercise | undefined;
  section: string | undefined;
  hasSelection: boolean;
}

/** Ways to begin a chat that fit what the student reads, or where they stand in the exercise. */
export function useBeginnings({ lesson, exercise, section, hasSelection }: BeginningsOptions): Beginning[] {
  const failed = useFailed(exercise);
  const { read } = useReadingProgress(lesson?.path ?? '');
  return useMemo(() => {
    if (exercise) return exerciseBeginnings(failed === '' ? [] : failed.split('\n'), hasSelection);
    if (!lesson) return [];
    const first = lesson.steps.find((step) => !read.has(step.id)) ?? lesson.steps[0];
    return lessonBeginnings({ lesson, first, section, hasSelection });
  }, [lesson, exercise, section, hasSelection, failed, read]);
}

const NEVER = () => () => {};

/** Names of the criteria that the last check on this page found failed, one a line. */
function useFailed(exercise: Exercise | undefined): string {
  const { server } = usePracticeClient();
  const journey = exercise && journeyOf(server, exercise);
  const read = () => (journey ? failedOf(journey.getSnapshot()) : '');
  return useSyncExternalStore(journey?.subscribe ?? NEVER, read, () => '');
}

function failedOf({ check }: JourneyState): string {
  if (check.status !== 'done') return '';
  const failed = check.result.criteria.filter(({ status }) => status === 'failed');
  return failed.map(({ name }) => name.replaceAll('\n', ' ')).join('\n');
}
