import { journeyOf, usePracticeClient } from '@agent-factory/practice-panel';
import { useSyncExternalStore } from 'react';
import type { Exercise } from '../../lib/course/exercise';

const NOTHING_CHANGES = () => () => undefined;

/** Whether the exercise has a terminal open in this page. */
export function useHasTerminal(exercise: Exercise | undefined): boolean {
  const { server } = usePracticeClient();
  const journey = exercise && journeyOf(server, exercise);
  const read = () => journey?.getSnapshot().phase.name === 'open';
  return useSyncExternalStore(journey?.subscribe ?? NOTHING_CHANGES, read, () => false);
}
