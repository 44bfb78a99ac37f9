import { type FocusEvent, useEffect, useRef } from 'react';

/**
 * Keeps the focus in the editor's part of the page when a file is closed and what had the focus goes with it: its tab,
 * or a button in its place. The file that comes to the front gets it on its tab.
 */
export function useKeptFocus(openFiles: number) {
  const place = useRef<HTMLElement>(undefined);
  const before = useRef(openFiles);
  useEffect(() => {
    const wasClosed = openFiles < before.current;
    before.current = openFiles;
    const { current } = place;
    if (!wasClosed || current === undefined || current.ownerDocument.activeElement !== current.ownerDocument.body)
      return;
    (current.querySelector<HTMLElement>('[role=tab][aria-selected=true]') ?? current).focus();
  }, [openFiles]);
  return {
    onFocus: ({ currentTarget }: FocusEvent<HTMLElement>) => {
      place.current = currentTarget;
    },
    // What is removed loses the focus to nobody.
    onBlur: ({ relatedTarget }: FocusEvent) => {
      if (relatedTarget !== null) place.current = undefined;
    },
  };
}
