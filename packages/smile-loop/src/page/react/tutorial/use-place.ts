import { type RefObject, useEffect, useLayoutEffect, useRef } from 'react';

interface PlaceOptions {
  /** Where the student is, from 1. */
  readonly line: number | undefined;
  readonly isMoving: boolean;
  readonly isShown: boolean;
  readonly target: { readonly line: number } | undefined;
}

/** Marks the student's line, keeps it in view while the student goes on, and leads the reader where they want to be. */
export function usePlace({ line, isMoving, isShown, target }: PlaceOptions): RefObject<HTMLElement | null> {
  const place = useRef<HTMLElement>(null);
  useLayoutEffect(() => {
    if (line === undefined) return;
    const mark = lineIn(place.current, line);
    mark?.classList.add('line-here');
    return () => mark?.classList.remove('line-here');
  }, [line]);
  useEffect(() => {
    if (line !== undefined && isMoving && isShown) scrollTo(placeOf(place.current, line), 'nearest');
  }, [line, isMoving, isShown]);
  useEffect(() => {
    if (target === undefined) return;
    const block = blockIn(place.current, target.line);
    block?.focus({ preventScroll: true });
    scrollTo(lineIn(place.current, target.line) ?? block, 'center');
  }, [target]);
  return place;
}

function placeOf(root: HTMLElement | null, line: number): HTMLElement | undefined {
  return lineIn(root, line) ?? blockIn(root, line);
}

/** The block that a line stands in, as `blockAt` finds it. */
function blockIn(root: HTMLElement | null, line: number): HTMLElement | undefined {
  const blocks = [...(root?.querySelectorAll<HTMLElement>('[data-from]') ?? [])];
  return blocks.findLast(({ dataset }) => Number(dataset.from) <= line);
}

/** Within its block, the part that has this very line, or the last one before it. */
function lineIn(root: HTMLElement | null, line: number): HTMLElement | undefined {
  const lines = [...(blockIn(root, line)?.querySelectorAll<HTMLElement>('[data-line]') ?? [])];
  return lines.findLast(({ dataset }) => Number(dataset.line) <= line);
}

function scrollTo(element: HTMLElement | undefined, block: ScrollLogicalPosition): void {
  const calm = matchMedia('(prefers-reduced-motion: reduce)').matches;
  element?.scrollIntoView({ block, behavior: calm ? 'auto' : 'smooth' });
}
