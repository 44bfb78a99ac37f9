import type { Lesson } from '../../contexts/study-state';
import { LESSON_TOP, sectionOf, sectionText, selectedText } from '../../lib/lesson/lesson-text';

/** Text of the lesson that the student has marked, with the section in which it begins. */
export interface Passage {
  text: string;
  around: string;
  /** Title of the lesson, and of the section. */
  place: string;
}

/** What is selected in the lesson now; undefined where nothing is. */
export function markedPassage({ title, steps }: Lesson): Passage | undefined {
  const text = selectedText();
  if (text === '') return undefined;
  const id = sectionOf(window.getSelection()?.getRangeAt(0).startContainer);
  return {
    text,
    around: sectionText(id),
    place: placeOf(
      title,
      steps.find((step) => step.id === id),
    ),
  };
}

/** The same for what was selected before: in the first section that has it. */
export function passageOf(text: string, { title, steps }: Lesson): Passage {
  const step = steps.find(({ id }) => sectionText(id).includes(text));
  return { text, around: step ? sectionText(step.id) : '', place: placeOf(title, step) };
}

function placeOf(title: string, step: Lesson['steps'][number] | undefined): string {
  return step === undefined || step.id === LESSON_TOP ? `Lesson: ${title}` : `Lesson: ${title}, ${step.title}`;
}
