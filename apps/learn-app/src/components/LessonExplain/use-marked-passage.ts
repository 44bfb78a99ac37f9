import { useCallback, useEffect, useState } from 'react';
import type { Lesson } from '../../contexts/study-state';
import { markedPassage, type Passage } from './marked-passage';

/** How long a selection has to rest before it counts, in milliseconds: it changes with each move of the pointer. */
const RESTS_FOR_MS = 250;

export interface MarkedPassage extends Passage {
  /** Its end, in CSS pixels from the corner of the page. */
  x: number;
  y: number;
}

/** What the student has marked in the lesson, from when that rests until it is another one, or until `settle`. */
export function useMarkedPassage(lesson: Lesson | undefined) {
  const [marked, setMarked] = useState<MarkedPassage>();
  const settle = useCallback(() => setMarked(undefined), []);
  useEffect(() => {
    if (lesson === undefined) return;
    let timer: ReturnType<typeof setTimeout>;
    function follow() {
      clearTimeout(timer);
      timer = setTimeout(() => setMarked(lesson && read(lesson)), RESTS_FOR_MS);
    }
    document.addEventListener('selectionchange', follow);
    return () => {
      clearTimeout(timer);
      document.removeEventListener('selectionchange', follow);
      setMarked(undefined);
    };
  }, [lesson]);
  return { marked, settle };
}

function read(lesson: Lesson): MarkedPassage | undefined {
  const passage = markedPassage(lesson);
  const range = passage && window.getSelection()?.getRangeAt(0);
  if (!passage || !range) return undefined;
  const lines = range.getClientRects();
  const { right, bottom } = lines[lines.length - 1] ?? range.getBoundingClientRect();
  return { ...passage, x: right + window.scrollX, y: bottom + window.scrollY };
}
