import type { KeyboardEvent } from 'react';
import { pageSettings } from '../../client/settings/settings.js';
import { DEFAULT_SETTINGS } from '../../client/settings/settings-format.js';
import { type PanelKey, panelKeyOf } from '../shortcuts/panel-keys.js';
import type { FullScreen } from './screen/use-full-screen.js';

/** Handles the panel's keys before anything in it sees them, and announces each new text size. */
export function usePanelKeys(fullScreen: FullScreen, say: (words: string) => void) {
  return (event: KeyboardEvent) => {
    const key = panelKeyOf(event);
    if (key === undefined) return;
    event.preventDefault();
    event.stopPropagation();
    if (key === 'full_screen') return fullScreen.toggle();
    const settings = pageSettings();
    settings.change({ fontSize: sizeAfter(key, settings.getSnapshot().fontSize) });
    say(`Text size ${settings.getSnapshot().fontSize}`);
  };
}

function sizeAfter(key: Exclude<PanelKey, 'full_screen'>, size: number): number {
  if (key === 'usual_size') return DEFAULT_SETTINGS.fontSize;
  return key === 'larger' ? size + 1 : size - 1;
}
