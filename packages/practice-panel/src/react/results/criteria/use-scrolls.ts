import { type RefObject, useLayoutEffect, useState } from 'react';

/** Whether an element has more to show than it has room for: only then must the keyboard reach it. */
export function useScrolls(element: RefObject<HTMLElement | null>): boolean {
  const [scrolls, setScrolls] = useState(false);
  useLayoutEffect(() => {
    const { current } = element;
    if (current === null) return undefined;
    const measure = () => setScrolls(current.scrollHeight > current.clientHeight);
    const observer = new ResizeObserver(measure);
    observer.observe(current);
    measure();
    return () => observer.disconnect();
  }, [element]);
  return scrolls;
}
