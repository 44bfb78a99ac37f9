import { type RefObject, useEffect } from 'react';

/** Anything smaller, in CSS pixels, is a browser bar that comes and goes, not a keyboard. */
const LEAST_KEYBOARD_HEIGHT = 80;
/** A page magnified by more than this also shows less of itself, without any keyboard. */
const MAGNIFIED = 1.01;

/**
 * Keeps the panel above an on-screen keyboard, which covers the page without changing its layout: the
 * panel's lower part is left empty, so that the terminal's last line stays visible.
 */
export function useKeyboardRoom(panel: RefObject<HTMLElement | null>): void {
  useEffect(() => {
    const { visualViewport } = window;
    if (!visualViewport) return undefined;
    const follow = () => panel.current && leaveRoom(panel.current, visualViewport);
    visualViewport.addEventListener('resize', follow);
    visualViewport.addEventListener('scroll', follow);
    return () => {
      visualViewport.removeEventListener('resize', follow);
      visualViewport.removeEventListener('scroll', follow);
    };
  }, [panel]);
}

function leaveRoom(panel: HTMLElement, viewport: VisualViewport): void {
  const bottom = panel.getBoundingClientRect().bottom;
  const covered = viewport.scale > MAGNIFIED ? 0 : bottom - (viewport.offsetTop + viewport.height);
  const isOpen = covered >= LEAST_KEYBOARD_HEIGHT;
  panel.style.paddingBottom = isOpen ? `${covered}px` : '';
  panel.dataset.keyboard = isOpen ? 'open' : 'closed';
}
