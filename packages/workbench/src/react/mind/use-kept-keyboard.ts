import { type RefObject, useEffect } from 'react';

/**
 * Brings an element into sight whenever it is about something else, and gives it the keyboard if nothing has it any more:
 * on a phone, the editor goes where the coach comes.
 */
export function useKeptKeyboard(place: RefObject<HTMLElement | null>, about: unknown): void {
  // biome-ignore lint/correctness/useExhaustiveDependencies: it is brought again for something else
  useEffect(() => {
    const { current } = place;
    if (current === null) return undefined;
    if (!isTypedBeside(current)) current.scrollIntoView?.({ block: 'nearest' });
    // What was hidden by this drawing loses the keyboard with the next one only.
    const frame = requestAnimationFrame(() => {
      if (isLost(current.ownerDocument)) current.focus();
    });
    return () => cancelAnimationFrame(frame);
  }, [place, about]);
}

/** Who types in the same part of the page is not moved away from there. */
function isTypedBeside({ ownerDocument: { activeElement }, parentElement }: HTMLElement): boolean {
  return activeElement?.closest('.cm-content') != null && parentElement?.contains(activeElement) === true;
}

function isLost({ activeElement, body }: Document): boolean {
  return activeElement === null || activeElement === body || activeElement.closest('[hidden]') !== null;
}
