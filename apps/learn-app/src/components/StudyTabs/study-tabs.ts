import { CAPABILITY_TABS, type PanelTab } from '@agent-factory/practice-panel';
import { chat } from './chat';
import { dashboard } from './dashboard';
import { practice } from './practice';
import { workbench } from './workbench';

/** Every tab beside a lesson, in their order. The first one is always shown. */
export const STUDY_TABS: readonly [PanelTab, ...PanelTab[]] = [
  chat,
  workbench,
  practice,
  dashboard,
  ...CAPABILITY_TABS,
];
