import { PracticePanel, useLessonExercise } from '@agent-factory/practice-panel';
import { useHistory } from '@docusaurus/router';
import useBaseUrl from '@docusaurus/useBaseUrl';
import { useStudyMode } from '../../contexts/StudyModeContext';
import type { Exercise } from '../../lib/course/exercise';
import { useSiteLinks } from '../../lib/course/use-site-links';
import { useSiteTheme } from '../../lib/page/use-site-theme';
import { PRACTICE_WINDOW, practiceWindowUrl } from '../../lib/practice/practice-window';
import { LessonStudy } from '../LessonStudy';
import { PanelTabBar, panelId, tabId } from '../PanelTabBar';
import { KEEPS_ESCAPE, Sheet } from './Sheet';
import styles from './styles.module.css';

/** The panel beside a lesson. It is mounted above the pages, so that going to another one keeps the terminal. */
export function TeachMePanel() {
  const study = useStudyMode();
  return study.open ? <OpenPanel /> : null;
}

function OpenPanel() {
  const study = useStudyMode();
  const lessonExercise = useLessonExercise(study.lesson?.path ?? '').exercise;
  const showPractice = (study.exercise ?? lessonExercise) !== undefined;
  const tab = showPractice ? study.tab : 'chat';
  const tabs = (
    <PanelTabBar active={tab} onSelect={(next) => study.selectTab(next, lessonExercise)} showPractice={showPractice} />
  );
  return (
    <Sheet focusKey={`${study.request}`} initialFocusId={tabId(tab)} onClose={study.close} tabs={tabs}>
      <div
        aria-labelledby={tabId('chat')}
        className={styles.panel}
        hidden={tab !== 'chat'}
        id={panelId('chat')}
        role="tabpanel"
      >
        <LessonStudy />
      </div>
      {/* Hidden, never unmounted, while the other tab shows: a terminal that goes loses its connection. */}
      <div
        aria-labelledby={tabId('practice')}
        className={styles.panel}
        hidden={tab !== 'practice'}
        id={panelId('practice')}
        role="tabpanel"
        {...KEEPS_ESCAPE}
      >
        {study.exercise && <Practice exercise={study.exercise} key={study.exercise.id} />}
      </div>
    </Sheet>
  );
}

function Practice({ exercise }: { exercise: Exercise }) {
  const study = useStudyMode();
  const theme = useSiteTheme();
  const history = useHistory();
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
      onNavigateToExercise={goToExercise}
      theme={theme}
      windowUrl={practiceWindowUrl(windowPage, exercise.lessonPath)}
    />
  );
}
