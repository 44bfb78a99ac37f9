import { useDoc } from '@docusaurus/plugin-content-docs/client';
import { useEffect } from 'react';
import { LESSON_TOP } from '../lib/lesson/lesson-text';
import { useStudyMode } from './StudyModeContext';
import type { LessonStep } from './study-state';

/** Headings of this level are the steps of a lesson; deeper ones belong to a step. */
const STEP_LEVEL = 2;
const INTRODUCTION: LessonStep = { id: LESSON_TOP, title: 'Introduction' };

// Headings arrive as HTML, since they may hold code.
function textOf(html: string): string {
  return new DOMParser().parseFromString(html, 'text/html').body.textContent ?? '';
}

/** Tells the study panel which lesson is on the page, while it is there. Undefined for other docs. */
export function useShownLesson(path: string | undefined): void {
  const { showLesson } = useStudyMode();
  const { metadata, toc } = useDoc();
  const { title } = metadata;
  useEffect(() => {
    if (path === undefined) return;
    const headings = toc.filter((item) => item.level === STEP_LEVEL);
    const steps = headings.map((item) => ({ id: item.id, title: textOf(item.value) }));
    showLesson({ path, title, steps: [INTRODUCTION, ...steps] });
    return () => showLesson(undefined);
  }, [path, title, toc, showLesson]);
}
