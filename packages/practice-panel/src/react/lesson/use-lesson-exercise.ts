import type { RegistryEntry } from '@agent-factory/protocol';
import { useEffect, useState } from 'react';
import { usePracticeClient } from '../context.js';

/** A lesson's exercise; `exercise` is set exactly if it was found. */
export interface LessonExercise {
  readonly state: 'loading' | 'none' | 'found' | 'error';
  readonly exercise?: RegistryEntry;
}

const LOADING: LessonExercise = { state: 'loading' };

/** The exercise the registry names for a lesson. The registry is fetched once for the whole site. */
export function useLessonExercise(lessonPath: string): LessonExercise {
  const client = usePracticeClient();
  const [found, setFound] = useState<{ path: string; result: LessonExercise }>();

  useEffect(() => {
    let current = true;
    void client.registry().then((outcome) => {
      if (!current) return;
      const exercise = outcome.ok
        ? outcome.value.exercises.find((entry) => entry.lessonPath === lessonPath)
        : undefined;
      setFound({ path: lessonPath, result: describe(outcome.ok, exercise) });
    });
    return () => {
      current = false;
    };
  }, [client, lessonPath]);

  return found?.path === lessonPath ? found.result : LOADING;
}

function describe(loaded: boolean, exercise: RegistryEntry | undefined): LessonExercise {
  if (!loaded) return { state: 'error' };
  return exercise === undefined ? { state: 'none' } : { state: 'found', exercise };
}
