import { type RefObject, useEffect, useRef } from 'react';

/** Marks what has the focus only for want of something better. */
export const RESTING_PLACE = { 'data-resting-place': '' };

/** Whether the focus is nowhere, as after the focused element was removed, or on a resting place. */
export function isFocusLost(): boolean {
  const { activeElement } = document;
  return activeElement === null || activeElement === document.body || activeElement.matches('[data-resting-place]');
}

/** Focuses an element that appears, if the element that had the focus is gone. */
export function useFocusWhenLost(target: RefObject<HTMLElement | null>): void {
  useEffect(() => {
    if (isFocusLost()) target.current?.focus();
  }, [target]);
}

/**
 * Calls `focus` whenever `ready` becomes true after the part of the page with these handlers lost the focus
 * because the focused element was removed. A student who is reading elsewhere is left alone.
 */
export function useFocusBack(ready: boolean, focus: () => void) {
  const held = useRef(false);
  const latest = useRef(focus);
  latest.current = focus;
  useEffect(() => {
    if (ready && held.current && isFocusLost()) latest.current();
  }, [ready]);
  const hold = () => {
    held.current = true;
  };
  const release = () => {
    held.current = false;
  };
  // React reports no blur when it removes an element, and Safari does not focus a clicked button.
  return { onFocus: hold, onBlur: release, onClick: hold };
}
