import type { PanelTab } from './tabs/panel-tab.js';

/** The tabs of the capabilities, behind those of the site. A capability with a tab is a line here. */
export const CAPABILITY_TABS: readonly PanelTab[] = [];
