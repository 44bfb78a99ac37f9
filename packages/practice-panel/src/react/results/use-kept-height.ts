import { type RefObject, useLayoutEffect } from 'react';

/** While `keep` is true, keeps an element at least as high as it was when `keep` became true. */
export function useKeptHeight(element: RefObject<HTMLElement | null>, keep: boolean): void {
  useLayoutEffect(() => {
    const { current } = element;
    if (!keep || current === null) return undefined;
    current.style.minHeight = `${current.offsetHeight}px`;
    return () => {
      current.style.minHeight = '';
    };
  }, [element, keep]);
}
