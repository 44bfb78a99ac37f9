import type { PanelTab, TabFacts } from '@agent-factory/practice-panel';
import { type KeyboardEvent, useRef } from 'react';
import { TAB_MARKS } from '../StudyTabs/tab-marks';
import styles from './styles.module.css';

export const tabId = (id: PanelTab['id']) => `study-tab-${id}`;
export const panelId = (id: PanelTab['id']) => `study-panel-${id}`;

/** How far each key moves along the tabs; Home and End go to an end whatever their number. */
const STEPS: Readonly<Record<string, number>> = {
  ArrowLeft: -1,
  ArrowRight: 1,
  Home: Number.NEGATIVE_INFINITY,
  End: Number.POSITIVE_INFINITY,
};

function neighbour(index: number, step: number, count: number): number {
  if (step === Number.NEGATIVE_INFINITY) return 0;
  if (step === Number.POSITIVE_INFINITY) return count - 1;
  return (index + step + count) % count;
}

export interface PanelTabBarProps {
  tabs: readonly PanelTab[];
  active: PanelTab['id'];
  /** What the tabs are about. */
  exercise: TabFacts['exercise'];
  onSelect(tab: PanelTab): void;
}

/** Arrow keys move along the tabs, Enter or Space opens one: opening Practice starts a session. */
export function PanelTabBar({ tabs, active, exercise, onSelect }: PanelTabBarProps) {
  const list = useRef<HTMLDivElement>(null);

  function handleKeyDown(event: KeyboardEvent, index: number) {
    const step = STEPS[event.key];
    if (step === undefined) return;
    event.preventDefault();
    const next = neighbour(index, step, tabs.length);
    list.current?.querySelectorAll<HTMLElement>('[role=tab]')[next]?.focus();
  }

  return (
    <div aria-label="Study panel" className={styles.tabs} ref={list} role="tablist">
      {tabs.map((tab, index) => (
        <button
          aria-controls={panelId(tab.id)}
          aria-selected={tab.id === active}
          className={styles.tab}
          id={tabId(tab.id)}
          key={tab.id}
          onClick={() => onSelect(tab)}
          onKeyDown={(event) => handleKeyDown(event, index)}
          role="tab"
          tabIndex={tab.id === active ? 0 : -1}
          type="button"
        >
          <tab.icon />
          {tab.title}
          <TabMark exercise={exercise} id={tab.id} />
        </button>
      ))}
    </div>
  );
}

function TabMark({ id, exercise }: Pick<PanelTab, 'id'> & Pick<TabFacts, 'exercise'>) {
  const Mark = TAB_MARKS[id];
  return Mark ? <Mark exercise={exercise} /> : null;
}
