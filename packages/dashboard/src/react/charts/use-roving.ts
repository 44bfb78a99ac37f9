import { type KeyboardEvent, useRef, useState } from 'react';

const STEPS: Readonly<Record<string, number>> = { ArrowRight: 1, ArrowDown: 1, ArrowLeft: -1, ArrowUp: -1 };

/** Makes the points of a drawing one stop of the Tab key, in which arrow keys, Home and End go from one to the next. */
export function useRoving(count: number) {
  const [place, setPlace] = useState(0);
  const [pointed, setPointed] = useState<number>();
  const points = useRef<(SVGGElement | null)[]>([]);
  const current = Math.min(place, Math.max(0, count - 1));
  const handleKey = (event: KeyboardEvent) => {
    const step = STEPS[event.key];
    const next = event.key === 'Home' ? 0 : event.key === 'End' ? count - 1 : step && (current + step + count) % count;
    if (next === undefined || count === 0) return;
    event.preventDefault();
    points.current[next]?.focus();
  };
  return {
    /** What the reader is at, by the keyboard or by a pointer. */
    pointed,
    pointProps: (index: number) => ({
      ref: (element: SVGGElement | null) => {
        points.current[index] = element;
      },
      tabIndex: index === current ? 0 : -1,
      role: 'img',
      'data-pointed': index === pointed,
      onKeyDown: handleKey,
      onFocus: () => {
        setPlace(index);
        setPointed(index);
      },
      onBlur: () => setPointed(undefined),
      onPointerEnter: () => setPointed(index),
      onPointerLeave: () => setPointed(undefined),
    }),
  };
}
