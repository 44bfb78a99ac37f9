import type { ReadLesson } from '@agent-factory/practice-panel';
import { useEffect, useMemo, useState } from 'react';
import type { Lesson } from '../../contexts/study-state';
import { lessonText } from '../../lib/lesson/lesson-text';
import { sectionInView } from '../../lib/lesson/section-in-view';

/** The lesson as the chat takes it along: its text when it is sent, and the heading in view as the student scrolls. */
export function useReadLesson(lesson: Lesson | undefined, isActive: boolean): ReadLesson | undefined {
  const [section, setSection] = useState<string>();
  useEffect(() => {
    if (lesson === undefined || !isActive) return;
    let frame = 0;
    function follow() {
      cancelAnimationFrame(frame);
      frame = requestAnimationFrame(() => setSection(lesson && sectionInView(lesson.steps)));
    }
    follow();
    window.addEventListener('scroll', follow, { passive: true });
    return () => {
      cancelAnimationFrame(frame);
      window.removeEventListener('scroll', follow);
    };
  }, [lesson, isActive]);
  return useMemo(
    () => lesson && { path: lesson.path, title: lesson.title, section, getText: () => lessonText(lesson.steps) },
    [lesson, section],
  );
}
