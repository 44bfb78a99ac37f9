import { canOwnWindow, LessonPlace, type WindowPlace } from '../client/own-window.js';
import type { PanelAction } from './MoreMenu.js';
import { FULL_SCREEN_KEY } from './panel-keys.js';
import type { PracticePanelProps } from './props.js';
import type { FullScreen } from './use-full-screen.js';

interface PanelParts extends Pick<PracticePanelProps, 'windowUrl' | 'onClose'> {
  readonly fullScreen: FullScreen;
  readonly place: LessonPlace | WindowPlace;
  /** Shows a short note. */
  readonly say: (words: string) => void;
}

const BLOCKED = 'The browser blocked the new window. Allow pop-ups for this site, then try again.';

/** What can be done with the panel as a whole. */
export function panelActions({ fullScreen, place, say, windowUrl, onClose }: PanelParts): PanelAction[] {
  const screen: PanelAction = {
    label: fullScreen.mode === 'off' ? 'Full screen' : 'Leave full screen',
    shortcut: FULL_SCREEN_KEY,
    run: fullScreen.toggle,
  };
  if (!(place instanceof LessonPlace)) {
    return onClose ? [screen, { label: 'Back beside the lesson', run: onClose }] : [screen];
  }
  if (windowUrl === undefined || !canOwnWindow()) return [screen];
  return [screen, { label: 'Open in its own window', run: () => !place.openWindow(windowUrl) && say(BLOCKED) }];
}
