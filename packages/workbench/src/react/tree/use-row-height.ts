import { type RefObject, useLayoutEffect, useState } from 'react';

/** Height of a row in CSS pixels, until the style sheet has said another. */
const USUAL_PX = 26;

/** The height of a row, as the style sheet has it: larger where fingers point. */
export function useRowHeight(element: RefObject<HTMLElement | null>): number {
  const [height, setHeight] = useState(USUAL_PX);
  useLayoutEffect(() => {
    if (element.current === null) return;
    const styled = Number.parseInt(getComputedStyle(element.current).getPropertyValue('--wb-row-height'), 10);
    if (styled > 0) setHeight(styled);
  }, [element]);
  return height;
}
