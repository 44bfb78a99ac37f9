import { type PanelTab, TabContent, useLessonExercise, useTabFacts } from '@agent-factory/practice-panel';
import { useState } from 'react';
import { useStudyMode } from '../../contexts/StudyModeContext';
import { useMediaQuery } from '../../lib/page/use-media-query';
import { PanelTabBar, panelId, tabId } from '../PanelTabBar';
import { STUDY_TABS } from '../StudyTabs/study-tabs';
import { ExplainBelow } from './ExplainBelow';
import { COVER, KEEPS_ESCAPE, Sheet } from './Sheet';
import { SheetHandle } from './SheetHandle';
import { SideBySideToggle } from './SideBySideToggle';
import styles from './styles.module.css';
import { useSheetWidth } from './use-sheet-width';
import { isPaired, RIGHT, useBeside, useSideBySide } from './use-side-by-side';
import { useTerminalWidth } from './use-terminal-width';

/** The panel while it is open: its tabs, of which two can be side by side where there is room. */
export function OpenPanel() {
  const study = useStudyMode();
  const lessonExercise = useLessonExercise(study.lesson?.path ?? '').exercise;
  const exercise = study.exercise ?? lessonExercise;
  const facts = useTabFacts(exercise);
  const asksForWorkbench = exercise?.workbench === true && facts.capabilities.has('coach');
  const sideBySide = useSideBySide(asksForWorkbench);
  const covers = useMediaQuery(COVER);
  const isCalled = useCalledTabs(study.tab);
  const tabs = STUDY_TABS.filter((tab) => tab.isShown(facts) && (tab.onDemand !== true || isCalled(tab.id)));
  const active = tabs.find(({ id }) => id === study.tab) ?? STUDY_TABS[0];
  const beside = useBeside(active.id, asksForWorkbench);
  // Only beside an exercise that was begun: no session starts because there is room for it.
  const isSplit = sideBySide.isWanted && study.exercise !== undefined && isPaired(active.id);
  const width = useSheetWidth(isSplit ? 'two_tabs' : 'one_tab');
  const terminal = useTerminalWidth(width.value);
  /** The terminal is the column at the right; the other one has what is left. */
  const isRight = (tab: PanelTab) => isSplit && tab.id === RIGHT;
  const isVisible = (tab: PanelTab) => tab === active || (isSplit && (tab.id === RIGHT || tab.id === beside));

  function toggle() {
    sideBySide.toggle();
    if (!isSplit) study.selectTab(active.id, lessonExercise);
  }

  return (
    <Sheet
      focusKey={`${study.request}`}
      initialFocusId={tabId(active.id)}
      isWide={isSplit}
      onClose={study.close}
      width={width}
      below={
        exercise &&
        facts.capabilities.has('coach') && (
          <ExplainBelow
            attempt={`${study.request} ${active.id}`}
            covers={covers}
            exercise={exercise}
            key={exercise.id}
            onDone={() => document.getElementById(tabId(active.id))?.focus()}
            onSettings={() => study.selectTab('dashboard')}
          />
        )
      }
      tabs={
        <>
          <PanelTabBar
            active={active.id}
            exercise={exercise}
            onSelect={({ id, takesExercise }) => study.selectTab(id, takesExercise ? lessonExercise : undefined)}
            tabs={tabs}
          />
          {sideBySide.hasRoom && exercise && isPaired(active.id) && (
            <SideBySideToggle isOn={isSplit} onToggle={toggle} />
          )}
        </>
      }
    >
      {tabs.map((tab) => (
        <div
          aria-labelledby={tabId(tab.id)}
          className={styles.panel}
          hidden={!isVisible(tab)}
          id={panelId(tab.id)}
          key={tab.id}
          role="tabpanel"
          style={isRight(tab) ? { flex: `0 0 ${terminal.value}px` } : undefined}
          {...(tab.keepsEscape && KEEPS_ESCAPE)}
        >
          {isRight(tab) && <SheetHandle controls={panelId(tab.id)} label="Width of the terminal" width={terminal} />}
          <TabContent exercise={exercise} isActive={isVisible(tab)} tab={tab} />
        </div>
      ))}
    </Sheet>
  );
}

/** Whether a tab was asked for since the panel was opened. */
function useCalledTabs(now: PanelTab['id']): (id: PanelTab['id']) => boolean {
  const [called, setCalled] = useState<readonly PanelTab['id'][]>([]);
  if (!called.includes(now)) setCalled([...called, now]);
  return (id) => id === now || called.includes(id);
}
