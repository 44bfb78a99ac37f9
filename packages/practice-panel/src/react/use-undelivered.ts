import { useCallback, useEffect, useRef, useState } from 'react';

/** How long the note stays in milliseconds: long enough to read six words twice. */
const SHOWN_FOR_MS = 3000;

/** A note that shows for a moment, and longer while there is still typing. */
export function useUndelivered() {
  const [shown, setShown] = useState(false);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const show = useCallback(() => {
    clearTimeout(timer.current);
    setShown(true);
    timer.current = setTimeout(() => setShown(false), SHOWN_FOR_MS);
  }, []);
  useEffect(() => () => clearTimeout(timer.current), []);
  return { shown, show };
}
