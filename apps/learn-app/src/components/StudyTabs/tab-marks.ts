import { ChatMark, type PanelTab, type TabFacts, TerminalMark } from '@agent-factory/practice-panel';
import type { ComponentType } from 'react';

/** What stands behind the title of a tab: what goes on in it. Apart from the tabs, as a lesson needs none of it. */
export const TAB_MARKS: Readonly<Record<PanelTab['id'], ComponentType<Pick<TabFacts, 'exercise'>>>> = {
  chat: ChatMark,
  practice: TerminalMark,
};
