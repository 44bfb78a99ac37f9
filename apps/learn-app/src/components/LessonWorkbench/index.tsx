import { journeyOf, type TabProps, usePracticeClient } from '@agent-factory/practice-panel';
import { WorkbenchPanel } from '@agent-factory/workbench';
import '@agent-factory/workbench/styles.css';
import { useEffect, useSyncExternalStore } from 'react';
import { useStudyMode } from '../../contexts/StudyModeContext';
import type { Exercise } from '../../lib/course/exercise';
import { useSiteTheme } from '../../lib/page/use-site-theme';
import { workbenchOf } from '../../lib/practice/workbenches';

/** The Workbench tab: the files of the exercise in the panel. */
export function LessonWorkbench({ isActive }: Pick<TabProps, 'isActive'>) {
  const { exercise } = useStudyMode();
  return exercise && <ExerciseWorkbench key={exercise.id} exercise={exercise} isActive={isActive} />;
}

interface ExerciseWorkbenchProps extends Pick<TabProps, 'isActive'> {
  readonly exercise: Exercise;
}

function ExerciseWorkbench({ exercise, isActive }: ExerciseWorkbenchProps) {
  const { openPractice } = useStudyMode();
  const client = usePracticeClient();
  const theme = useSiteTheme();
  const workbench = workbenchOf(client, exercise);
  const isStarted = useIsStarted(exercise);
  // There is no project before the exercise is started: from here, or in another tab meanwhile.
  useEffect(() => {
    if (isStarted || isActive) workbench.connect();
  }, [workbench, isStarted, isActive]);
  return <WorkbenchPanel theme={theme} workbench={workbench} onStart={() => openPractice(exercise)} />;
}

function useIsStarted(exercise: Exercise): boolean {
  const journey = journeyOf(usePracticeClient().server, exercise);
  const read = () => journey.getSnapshot().phase.name === 'open';
  return useSyncExternalStore(journey.subscribe, read, read);
}
