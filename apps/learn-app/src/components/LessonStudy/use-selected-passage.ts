import { useCallback, useEffect, useState } from 'react';
import { useStudyMode } from '../../contexts/StudyModeContext';
import { selectedText } from '../../lib/lesson/lesson-text';

/** How long a selection has to rest before it counts, in milliseconds: it changes with each move of the pointer. */
const RESTS_FOR_MS = 250;

/**
 * The passage of the lesson that the student has selected: with "Ask", or beside the open chat. It stays when the
 * selection goes, as it does when they begin to write, until it was used.
 */
export function useSelectedPassage(isActive: boolean) {
  const { quote, request, lesson } = useStudyMode();
  const [text, setText] = useState(quote);
  // biome-ignore lint/correctness/useExhaustiveDependencies: the same passage may be asked about twice
  useEffect(() => setText(quote), [quote, request, lesson]);
  useEffect(() => {
    if (!isActive) return;
    let timer: ReturnType<typeof setTimeout>;
    function follow() {
      clearTimeout(timer);
      timer = setTimeout(() => setText((before) => selectedText() || before), RESTS_FOR_MS);
    }
    document.addEventListener('selectionchange', follow);
    return () => {
      clearTimeout(timer);
      document.removeEventListener('selectionchange', follow);
    };
  }, [isActive]);
  const clear = useCallback(() => setText(''), []);
  return { text, clear };
}
