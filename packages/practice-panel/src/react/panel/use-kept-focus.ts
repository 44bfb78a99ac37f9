import { type RefObject, useEffect } from 'react';
import { isFocusLost, RESTING_PLACE } from '../parts/use-lost-focus.js';

/**
 * Takes the focus to the panel itself when the element in it that had the focus goes: the next Tab then
 * goes on from here and not from the top of the page. What comes onto the page may take it from there.
 */
export function useKeptFocus(panel: RefObject<HTMLElement | null>) {
  useEffect(() => {
    const { current } = panel;
    if (current === null) return undefined;
    const controller = new AbortController();
    const { signal } = controller;
    let isHeld = false;
    const hold = () => {
      isHeld = true;
    };
    const release = ({ target }: Event) => {
      // An element that goes also says that it loses the focus; only one that stays has given it away.
      queueMicrotask(() => {
        if ((target as Node).isConnected && !current.contains(document.activeElement)) isHeld = false;
      });
    };
    current.addEventListener('focusin', hold, { signal });
    current.addEventListener('focusout', release, { signal });
    const observer = new MutationObserver(() => {
      if (isHeld && isFocusLost()) current.focus({ preventScroll: true });
    });
    observer.observe(current, { childList: true, subtree: true });
    return () => {
      controller.abort();
      observer.disconnect();
    };
  }, [panel]);
  return { tabIndex: -1, ...RESTING_PLACE };
}
