import { type RefObject, useEffect, useState } from 'react';
import { coverPage } from './cover-page.js';

/** 'screen' is the browser's own full screen; 'page' fills the window if there is none, as on a phone. */
type FullScreenMode = 'off' | 'screen' | 'page';

export interface FullScreen {
  readonly mode: FullScreenMode;
  readonly toggle: () => void;
}

/** The keyboard lock, which lib.dom does not declare: a page that holds it receives Escape in full screen. */
interface LockableKeyboard {
  lock?(keys: readonly string[]): Promise<void>;
  unlock?(): void;
}

/** Lets the panel fill the screen. The focus stays where it was, both ways. */
export function useFullScreen(panel: RefObject<HTMLElement | null>): FullScreen {
  const [mode, setMode] = useState<FullScreenMode>('off');
  useEffect(() => {
    const follow = () => setMode((now) => modeAfterChange(now, panel.current));
    document.addEventListener('fullscreenchange', follow);
    return () => document.removeEventListener('fullscreenchange', follow);
  }, [panel]);
  useEffect(() => (mode === 'off' || panel.current === null ? undefined : coverPage(panel.current)), [mode, panel]);
  const toggle = () => {
    if (panel.current === null) return;
    if (mode === 'page') setMode('off');
    else if (mode === 'screen') void document.exitFullscreen();
    else void fillScreen(panel.current).then((filled) => !filled && setMode('page'));
  };
  return { mode, toggle };
}

function modeAfterChange(mode: FullScreenMode, panel: HTMLElement | null): FullScreenMode {
  if (document.fullscreenElement === panel && panel !== null) return 'screen';
  keyboard()?.unlock?.();
  return mode === 'page' ? 'page' : 'off';
}

/** Fills the screen with the panel; false if the browser refuses. Escape goes to the program, if the browser agrees. */
async function fillScreen(panel: HTMLElement): Promise<boolean> {
  if (!document.fullscreenEnabled) return false;
  try {
    await panel.requestFullscreen({ navigationUI: 'hide' });
  } catch {
    return false; // not allowed here, as in some frames
  }
  await keyboard()
    ?.lock?.(['Escape'])
    .catch(() => {}); // Escape then leaves full screen, as the browser announces
  return true;
}

function keyboard(): LockableKeyboard | undefined {
  return (navigator as { keyboard?: LockableKeyboard }).keyboard;
}
