import type { RegistryEntry } from '@agent-factory/protocol';
import { useEffect, useState } from 'react';
import { usePracticeClient } from '../context.js';

interface ListedExercise {
  /** `known` even if there is no such exercise, or the list cannot be fetched. */
  readonly state: 'loading' | 'known';
  readonly exercise?: RegistryEntry | undefined;
}

/** The exercise with this id in the site's list. */
export function useListedExercise(id: string | undefined): ListedExercise {
  const client = usePracticeClient();
  const [found, setFound] = useState<{ id: string; exercise: RegistryEntry | undefined }>();
  useEffect(() => {
    if (id === undefined) return undefined;
    let current = true;
    void client.registry().then((outcome) => {
      const exercise = outcome.ok ? outcome.value.exercises.find((entry) => entry.id === id) : undefined;
      if (current) setFound({ id, exercise });
    });
    return () => {
      current = false;
    };
  }, [client, id]);
  if (id === undefined) return { state: 'known' };
  return found?.id === id ? { state: 'known', exercise: found.exercise } : { state: 'loading' };
}
