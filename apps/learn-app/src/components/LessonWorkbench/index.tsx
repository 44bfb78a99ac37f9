import { usePracticeClient } from '@agent-factory/practice-panel';
import { WorkbenchPanel } from '@agent-factory/workbench';
import '@agent-factory/workbench/styles.css';
import { useStudyMode } from '../../contexts/StudyModeContext';
import { useSiteTheme } from '../../lib/page/use-site-theme';
import { workbenchOf } from '../../lib/practice/workbenches';

/** The Workbench tab: the files of the exercise in the panel. */
export function LessonWorkbench() {
  const { exercise } = useStudyMode();
  const client = usePracticeClient();
  const theme = useSiteTheme();
  return exercise && <WorkbenchPanel key={exercise.id} theme={theme} workbench={workbenchOf(client, exercise)} />;
}
