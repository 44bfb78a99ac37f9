import { usePracticeClient } from '@agent-factory/practice-panel';
import type { FilePlace } from '@agent-factory/protocol';
import type { Exercise } from '../lib/course/exercise';
import { useStudyMode } from './StudyModeContext';

/** Shows a place in the student's work in the Workbench, which nobody needs before. */
export function useShowPlace(exercise: Exercise): (place: FilePlace) => Promise<void> {
  const study = useStudyMode();
  const client = usePracticeClient();
  return async ({ path, ...at }) => {
    study.selectTab('workbench', exercise);
    const { workbenchOf } = await import('../lib/practice/workbenches');
    workbenchOf(client, exercise).open(path, { at });
  };
}
