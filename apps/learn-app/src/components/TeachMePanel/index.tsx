import { TabContent, useLessonExercise, useTabFacts } from '@agent-factory/practice-panel';
import { useStudyMode } from '../../contexts/StudyModeContext';
import { PanelTabBar, panelId, tabId } from '../PanelTabBar';
import { STUDY_TABS } from '../StudyTabs/study-tabs';
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
  const exercise = study.exercise ?? lessonExercise;
  const facts = useTabFacts(exercise);
  const tabs = STUDY_TABS.filter((tab) => tab.isShown(facts));
  const active = tabs.find(({ id }) => id === study.tab) ?? STUDY_TABS[0];
  return (
    <Sheet
      focusKey={`${study.request}`}
      initialFocusId={tabId(active.id)}
      onClose={study.close}
      tabs={
        <PanelTabBar
          active={active.id}
          onSelect={({ id, takesExercise }) => study.selectTab(id, takesExercise ? lessonExercise : undefined)}
          tabs={tabs}
        />
      }
    >
      {tabs.map((tab) => (
        <div
          aria-labelledby={tabId(tab.id)}
          className={styles.panel}
          hidden={tab !== active}
          id={panelId(tab.id)}
          key={tab.id}
          role="tabpanel"
          {...(tab.keepsEscape && KEEPS_ESCAPE)}
        >
          <TabContent exercise={exercise} isActive={tab === active} tab={tab} />
        </div>
      ))}
    </Sheet>
  );
}
