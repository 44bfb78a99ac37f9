import { type RefObject, useEffect } from 'react';
import { isFocusLost, RESTING_PLACE } from '../parts/use-lost-focus.js';

/**
 * Moves the focus to the panel itself when the focused element in it is removed: the next Tab then continues
 * from here, not from the top of the page. Elements that appear may take the focus from the panel.
 */
export function useKeptFocus(panel: RefObject<HTMLElement | null>) {
  useEffect(() => {
    const { current } = panel;
    if (current === null) return undefined;
    const controller = new AbortController();
    const { signal } = controller;
    let isHeld = false;
    /** Between an element that has lost the focus and the one that gets it, nothing has it. */
    let isPassing = false;
    const hold = () => {
      isHeld = true;
      isPassing = false;
    };
    const pass = ({ relatedTarget }: FocusEvent) => {
      isPassing = relatedTarget !== null;
    };
    const release = ({ target }: Event) => {
      // A removed element reports the loss of focus too; only one that stays has really passed the focus on.
      queueMicrotask(() => {
        if ((target as Node).isConnected && !current.contains(document.activeElement)) isHeld = false;
      });
    };
    current.addEventListener('focusin', hold, { signal });
    // Before the element itself hears of it: a terminal that loses the focus draws its cursor anew.
    current.addEventListener('blur', pass, { signal, capture: true });
    current.addEventListener('focusout', release, { signal });
    const observer = new MutationObserver(() => {
      if (isHeld && !isPassing && isFocusLost()) current.focus({ preventScroll: true });
    });
    observer.observe(current, { childList: true, subtree: true });
    return () => {
      controller.abort();
      observer.disconnect();
    };
  }, [panel]);
  return { tabIndex: -1, ...RESTING_PLACE };
}
