import { type RefObject, useEffect, useRef } from 'react';

/** Marks what has the focus only for want of something better. */
export const RESTING_PLACE = { 'data-resting-place': '' };

/** Whether the focus is nowhere, as after the element that had it was taken away, or only rests somewhere. */
export function isFocusLost(): boolean {
  const { activeElement } = document;
  return activeElement === null || activeElement === document.body || activeElement.matches('[data-resting-place]');
}

/** Gives an element that comes onto the page the focus, where what had it has gone. */
export function useFocusWhenLost(target: RefObject<HTMLElement | null>): void {
  useEffect(() => {
    if (isFocusLost()) target.current?.focus();
  }, [target]);
}

/**
 * Calls `focus` whenever `ready` becomes true after the part of the page that takes these handlers had
 * the focus and lost it with an element that went. A student who reads elsewhere is left alone.
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
  // React tells of no blur when it removes an element itself, and Safari focuses no button that is clicked.
  return { onFocus: hold, onBlur: release, onClick: hold };
}
