import { type RefObject, startTransition, useEffect, useState } from 'react';

/** How far beyond the visible part something counts as near: two screens, so that scrolling meets it ready. */
const MARGIN = '200% 0px';

/** Whether an element is, or has been, near what the student sees. Where the browser cannot tell, it is. */
export function useNear(element: RefObject<HTMLElement | null>, startsNear: boolean): boolean {
  const [isNear, setNear] = useState(startsNear);
  useEffect(() => {
    const { current } = element;
    if (isNear || current === null) return undefined;
    // In a transition: what the student scrolls or types comes first.
    const arrive = () => startTransition(() => setNear(true));
    if (typeof IntersectionObserver === 'undefined') return arrive();
    const root = current.closest('.practice-chat-scroller');
    const observer = new IntersectionObserver(
      (entries) => {
        if (entries.some(({ isIntersecting }) => isIntersecting)) arrive();
      },
      { root, rootMargin: MARGIN },
    );
    observer.observe(current);
    return () => observer.disconnect();
  }, [element, isNear]);
  return isNear;
}
