import { type RefObject, useCallback, useEffect, useLayoutEffect, useRef, useState } from 'react';

/** Closer to the end than this, in CSS pixels, is at the end: a line of text. */
const AT_END = 24;

/**
 * Keeps the end in view while the student is there, and leaves them where they read otherwise.
 */
export function useStickToEnd(scroller: RefObject<HTMLElement | null>, content: RefObject<HTMLElement | null>) {
  const follows = useRef(true);
  const [isAway, setAway] = useState(false);

  const toEnd = useCallback(() => {
    const { current } = scroller;
    follows.current = true;
    setAway(false);
    if (current !== null) current.scrollTop = current.scrollHeight;
  }, [scroller]);

  useLayoutEffect(toEnd, [toEnd]);
  useEffect(() => {
    const box = scroller.current;
    if (box === null || content.current === null) return undefined;
    let before = box.scrollTop;
    const handleScroll = () => {
      const isAtEnd = box.scrollHeight - box.clientHeight - box.scrollTop < AT_END;
      // What grows below moves the end away without any scrolling: only who scrolls up leaves it.
      if (isAtEnd) follows.current = true;
      else if (box.scrollTop < before) follows.current = false;
      before = box.scrollTop;
      setAway(!follows.current);
    };
    const observer = new ResizeObserver(() => {
      if (follows.current) box.scrollTop = box.scrollHeight;
    });
    observer.observe(content.current);
    observer.observe(box);
    box.addEventListener('scroll', handleScroll, { passive: true });
    return () => {
      observer.disconnect();
      box.removeEventListener('scroll', handleScroll);
    };
  }, [scroller, content]);
  return { isAway, toEnd };
}
