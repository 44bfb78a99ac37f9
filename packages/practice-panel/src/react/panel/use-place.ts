import { useEffect, useMemo } from 'react';
import { LessonPlace, WindowPlace } from '../../client/browser/own-window.js';
import { useSnapshot } from '../parts/use-snapshot.js';

/** The place of an exercise: beside its lesson, or, in a page that is such a window, in a window of its own. */
export function usePlace(exerciseId: string, inOwnWindow: boolean) {
  const place = useMemo(
    () => (inOwnWindow ? new WindowPlace(exerciseId) : new LessonPlace(exerciseId)),
    [exerciseId, inOwnWindow],
  );
  useEffect(() => place.follow(), [place]);
  return { place, isAway: useSnapshot(place) === 'away' };
}
