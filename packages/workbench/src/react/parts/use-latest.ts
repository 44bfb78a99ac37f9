import { type RefObject, useRef } from 'react';

/** What was drawn last, for whoever asks later than that drawing. */
export function useLatest<T>(value: T): RefObject<T> {
  const latest = useRef(value);
  latest.current = value;
  return latest;
}
