import { useCallback, useEffect, useRef, useState } from 'react';
import { SILENCE } from './spoken.js';

/** How long a note stays in milliseconds: long enough to read a sentence twice. */
const SHOWN_FOR_MS = 5000;

/** A sentence that is shown for a moment. */
export function useNote() {
  const [note, setNote] = useState(SILENCE);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const say = useCallback((words: string) => {
    clearTimeout(timer.current);
    setNote({ words });
    timer.current = setTimeout(() => setNote(SILENCE), SHOWN_FOR_MS);
  }, []);
  useEffect(() => () => clearTimeout(timer.current), []);
  return { note, say };
}
