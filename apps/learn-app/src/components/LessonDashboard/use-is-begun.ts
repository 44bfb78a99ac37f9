import { usePracticeServer } from '@agent-factory/practice-panel';

/** Whether an exercise was begun on this machine: before that there is no project to look at. */
export function useIsBegun(exerciseId: string | undefined): boolean {
  const { exercises } = usePracticeServer();
  const status = exercises.find(({ id }) => id === exerciseId)?.status ?? 'not_started';
  return status !== 'not_started';
}
