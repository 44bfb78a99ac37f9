import { type RefObject, useEffect } from 'react';

/** Closes a pop-up when the student presses Escape in it, or clicks or moves the focus outside it. */
export function useDismiss(
  root: RefObject<HTMLElement | null>,
  open: boolean,
  close: (returns: boolean) => void,
): void {
  useEffect(() => {
    if (!open) return undefined;
    const controller = new AbortController();
    const { signal } = controller;
    const isInside = (event: Event) => root.current?.contains(event.target as Node) === true;
    const closeOutside = (event: Event) => {
      if (!isInside(event)) close(false);
    };
    const closeOnEscape = (event: KeyboardEvent) => {
      if (event.key !== 'Escape' || !isInside(event)) return;
      // The key has done its work: whatever is around the pop-up stays open.
      event.preventDefault();
      event.stopPropagation();
      close(true);
    };
    document.addEventListener('pointerdown', closeOutside, { signal });
    document.addEventListener('focusin', closeOutside, { signal });
    document.addEventListener('keydown', closeOnEscape, { signal, capture: true });
    return () => controller.abort();
  });
}
