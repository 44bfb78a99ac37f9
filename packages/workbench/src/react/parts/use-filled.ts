import { useEffect, useState } from 'react';

/** Milliseconds: some frames, so that the browser tells of both changes and does not make them one. */
export const EMPTY_FOR_MS = 50;

/** Whether a live region that has just come may have its words: one that comes with them is not heard. */
export function useFilled(): boolean {
  const [isFilled, setFilled] = useState(false);
  useEffect(() => {
    const timer = setTimeout(() => setFilled(true), EMPTY_FOR_MS);
    return () => clearTimeout(timer);
  }, []);
  return isFilled;
}
