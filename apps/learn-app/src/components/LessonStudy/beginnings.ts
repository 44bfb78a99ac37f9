import type { Beginning } from '@agent-factory/practice-panel';
import type { Lesson, LessonStep } from '../../contexts/study-state';
import { SELECTION_QUESTION, sectionQuestion, teachQuestion, whyQuestion } from '../../lib/lesson/question';

/** More failed criteria than this would make a list of what is a hint. */
const MOST_FAILED = 2;

export interface LessonFacts {
  lesson: Lesson;
  /** Where teaching begins: the first step that is not read. */
  first: LessonStep | undefined;
  /** The heading in view. */
  section: string | undefined;
  hasSelection: boolean;
}

/** What a student may want of a lesson. What they have selected takes the place of the section: nothing moves. */
export function lessonBeginnings({ lesson, first, section, hasSelection }: LessonFacts): Beginning[] {
  const teach = { label: 'Teach me this lesson', text: teachQuestion(lesson.title, first?.title ?? '') };
  if (hasSelection) return [teach, said(SELECTION_QUESTION)];
  return section === undefined ? [teach] : [teach, said(sectionQuestion(section))];
}

/** What a student may want in an exercise: why the last check was not content, or else where to start. */
export function exerciseBeginnings(failed: readonly string[], hasSelection: boolean): Beginning[] {
  const why = failed.slice(0, MOST_FAILED).map((name) => said(whyQuestion(name)));
  const start = why.length > 0 ? why : [said('What should I do first?')];
  return hasSelection ? [...start, said(SELECTION_QUESTION)] : start;
}

function said(words: string): Beginning {
  return { label: words, text: words };
}
