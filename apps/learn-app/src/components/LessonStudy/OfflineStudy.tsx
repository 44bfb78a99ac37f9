import type { ReactNode } from 'react';
import type { Lesson, LessonStep } from '../../contexts/study-state';
import { quizQuestion } from '../../lib/lesson/question';
import { AskComposer } from './AskComposer';
import { useDraft } from './draft';
import { ReadingSteps } from './ReadingSteps';
import styles from './styles.module.css';

export interface OfflineStudyProps {
  lesson: Lesson;
  /** How to start the practice server, if that is what is missing. */
  setup: ReactNode;
}

/**
 * Without a practice server that can chat: the lesson in steps that can be ticked off, and a composer for questions to
 * the tutor in the student's own terminal. Nothing here answers by itself, and it says so.
 */
export function OfflineStudy({ lesson, setup }: OfflineStudyProps) {
  const [draft, setDraft] = useDraft(lesson.path);

  // What the student has written already stays above what the button adds.
  function addQuiz(step: LessonStep) {
    const text = [draft.text.trim(), quizQuestion(step.title)].filter(Boolean).join('\n');
    setDraft({ text, stepId: step.id, added: draft.added + 1 });
  }

  return (
    <div className={styles.study}>
      <ReadingSteps lesson={lesson} onQuiz={addQuiz}>
        {setup && <div className={styles.setup}>{setup}</div>}
      </ReadingSteps>
      <AskComposer draft={draft} lesson={lesson} onChange={setDraft} />
    </div>
  );
}
