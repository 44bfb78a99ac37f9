import type { ComponentType } from 'react';
import type { PanelTab, TabProps } from './panel-tab.js';

/** What was loaded, for as long as the page lives: a tab that is opened again is there at once. */
const loaded = new Map<PanelTab['load'], ComponentType<TabProps>>();

/** The content of a tab, if it was loaded before. */
export function loadedContent({ load }: PanelTab): ComponentType<TabProps> | undefined {
  return loaded.get(load);
}

/** Loads the content of a tab; rejects if it does not arrive. */
export async function loadContent({ load }: PanelTab): Promise<ComponentType<TabProps>> {
  const content = loaded.get(load) ?? (await load()).default;
  loaded.set(load, content);
  return content;
}

/** Begins the loading while the student is still moving to what opens the tab. */
export function preloadTab(tab: PanelTab): void {
  loadContent(tab).catch(() => {}); // the tab loads it again and says what failed
}
