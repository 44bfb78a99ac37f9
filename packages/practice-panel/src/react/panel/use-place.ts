import { useEffect, useMemo } from 'react';
import { LessonPlace, WindowPlace } from '../../client/browser/own-window.js';
import { useSnapshot } from '../parts/use-snapshot.js';

/** The place of an exercise: beside its lesson, or the exercise's own window if this page is one. */
export function usePlace(exerciseId: string, inOwnWindow: boolean) {
  const place = useMemo(
    () => (inOwnWindow ? new WindowPlace(exerciseId) : new LessonPlace(exerciseId)),
    [exerciseId, inOwnWindow],
  );
  useEffect(() => place.follow(), [place]);
  return { place, isAway: useSnapshot(place) === 'away' };
}
