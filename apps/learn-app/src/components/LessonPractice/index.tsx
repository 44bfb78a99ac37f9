import { PracticePanel } from '@agent-factory/practice-panel';
import { useHistory } from '@docusaurus/router';
import useBaseUrl from '@docusaurus/useBaseUrl';
import { useStudyMode } from '../../contexts/StudyModeContext';
import { useShowPlace } from '../../contexts/use-show-place';
import type { Exercise } from '../../lib/course/exercise';
import { useSiteLinks } from '../../lib/course/use-site-links';
import { useSiteTheme } from '../../lib/page/use-site-theme';
import { PRACTICE_WINDOW, practiceWindowUrl } from '../../lib/practice/practice-window';

const INTENTS = { ask: 'practise', take_over: 'resume', follow: 'follow' } as const;

/** The Practice tab: the exercise that was opened last, until the panel closes. */
export function LessonPractice() {
  const { exercise } = useStudyMode();
  return exercise && <Practice exercise={exercise} key={exercise.id} />;
}

function Practice({ exercise }: { exercise: Exercise }) {
  const study = useStudyMode();
  const theme = useSiteTheme();
  const history = useHistory();
  const showPlace = useShowPlace(exercise);
  const windowPage = useBaseUrl(PRACTICE_WINDOW);
  // Who goes on to the next lesson reads it first; the exercise keeps running.
  const links = useSiteLinks((url) => {
    history.push(url);
    study.close();
  });

  function goToExercise(target: Exercise) {
    const url = links.lessonUrl?.(target);
    if (url !== undefined) history.push(url);
    study.openPractice(target);
  }

  return (
    <PracticePanel
      exercise={exercise}
      links={links}
      onClose={study.close}
      onContinueInChat={(wish) => study.openChat(INTENTS[wish])}
      onNavigateToExercise={goToExercise}
      onShowDashboard={() => study.selectTab('dashboard')}
      onShowPlace={showPlace}
      theme={theme}
      windowUrl={practiceWindowUrl(windowPage, exercise.lessonPath)}
    />
  );
}
