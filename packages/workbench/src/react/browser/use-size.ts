import { type RefObject, useLayoutEffect, useRef, useState } from 'react';

export interface Size {
  /** CSS pixels. */
  readonly width: number;
  readonly height: number;
}

/** The size of an element, as it changes; undefined before it is laid out. */
export function useSize<T extends HTMLElement>(): readonly [RefObject<T | null>, Size | undefined] {
  const element = useRef<T>(null);
  const [size, setSize] = useState<Size>();
  useLayoutEffect(() => {
    const measured = element.current;
    if (measured === null) return undefined;
    const read = () => {
      const { clientWidth: width, clientHeight: height } = measured;
      setSize((before) => (before?.width === width && before.height === height ? before : { width, height }));
    };
    read();
    const observer = new ResizeObserver(read);
    observer.observe(measured);
    return () => observer.disconnect();
  }, []);
  return [element, size];
}
