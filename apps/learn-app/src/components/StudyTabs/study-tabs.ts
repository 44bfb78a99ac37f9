import { CAPABILITY_TABS, type PanelTab } from '@agent-factory/practice-panel';
import { chat } from './chat';
import { practice } from './practice';

/** Every tab beside a lesson, in their order. The first one is always shown. */
export const STUDY_TABS: readonly [PanelTab, ...PanelTab[]] = [chat, practice, ...CAPABILITY_TABS];
