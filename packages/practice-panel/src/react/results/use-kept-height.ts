import { type RefObject, useLayoutEffect } from 'react';

/** Keeps an element, from when `keep` becomes true until it is false again, at least as high as it was. */
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
