import { useCallback, useEffect, useRef, useState } from 'react';

/** How long a note stays in milliseconds: long enough to read a sentence twice. */
const SHOWN_FOR_MS = 5000;

/** A sentence that is shown for a moment. */
export function useNote() {
  const [text, setText] = useState('');
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const say = useCallback((words: string) => {
    clearTimeout(timer.current);
    setText(words);
    timer.current = setTimeout(() => setText(''), SHOWN_FOR_MS);
  }, []);
  useEffect(() => () => clearTimeout(timer.current), []);
  return { text, say };
}
