import type { Unsubscribe } from '../store/store.js';

/** The page around the Workbench, as far as it matters here. */
export interface Page {
  /** CSS pixels. */
  size(): { readonly width: number; readonly height: number };
  /** Calls back when the page may be about to go: it is hidden, closed, or loaded again. */
  onLeave(listener: () => void): Unsubscribe;
  /** Calls back when the student or the network is back. */
  onReturn(listener: () => void): Unsubscribe;
}

export const browserPage: Page = {
  size: () => ({ width: window.innerWidth, height: window.innerHeight }),
  onLeave(listener) {
    const whenHidden = () => {
      if (document.visibilityState === 'hidden') listener();
    };
    return listen([
      [window, 'pagehide', listener],
      [document, 'visibilitychange', whenHidden],
    ]);
  },
  onReturn(listener) {
    const whenVisible = () => {
      if (document.visibilityState === 'visible') listener();
    };
    return listen([
      [window, 'online', listener],
      [window, 'pageshow', listener],
      [document, 'visibilitychange', whenVisible],
    ]);
  },
};

function listen(entries: readonly (readonly [EventTarget, string, () => void])[]): Unsubscribe {
  for (const [target, type, listener] of entries) target.addEventListener(type, listener);
  return () => {
    for (const [target, type, listener] of entries) target.removeEventListener(type, listener);
  };
}
