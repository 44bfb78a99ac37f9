import { type KeyboardEvent, useRef } from 'react';
import type { StudyTab } from '../../contexts/study-state';
import { Icon, type IconName } from '../Icon';
import styles from './styles.module.css';

const TABS: readonly { id: StudyTab; label: string; icon: IconName }[] = [
  { id: 'chat', label: 'Chat', icon: 'question' },
  { id: 'practice', label: 'Practice', icon: 'terminal' },
];

export const tabId = (tab: StudyTab) => `study-tab-${tab}`;
export const panelId = (tab: StudyTab) => `study-panel-${tab}`;

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
  active: StudyTab;
  onSelect(tab: StudyTab): void;
  showPractice: boolean;
}

/** Arrow keys move along the tabs, Enter or Space opens one: opening Practice starts a session. */
export function PanelTabBar({ active, onSelect, showPractice }: PanelTabBarProps) {
  const tabs = TABS.filter((tab) => tab.id !== 'practice' || showPractice);
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
          onClick={() => onSelect(tab.id)}
          onKeyDown={(event) => handleKeyDown(event, index)}
          role="tab"
          tabIndex={tab.id === active ? 0 : -1}
          type="button"
        >
          <Icon name={tab.icon} />
          {tab.label}
        </button>
      ))}
    </div>
  );
}
