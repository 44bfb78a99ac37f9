import { useStudyMode } from '../../contexts/StudyModeContext';
import type { Lesson, LessonStep } from '../../contexts/study-state';
import { quizQuestion } from '../../lib/lesson/question';
import { AskComposer } from './AskComposer';
import { useDraft } from './draft';
import { ReadingSteps } from './ReadingSteps';
import styles from './styles.module.css';

/**
 * The Chat tab: the lesson in steps that can be ticked off, and a composer for questions to the
 * tutor in the student's own terminal. Nothing here answers by itself, and it says so.
 */
export function LessonStudy() {
  const { lesson } = useStudyMode();
  if (!lesson) {
    return <p className={styles.empty}>Open a lesson to see its steps here and to ask about it.</p>;
  }
  return <StudyOf key={lesson.path} lesson={lesson} />;
}

function StudyOf({ lesson }: { lesson: Lesson }) {
  const [draft, setDraft] = useDraft(lesson.path);

  // What the student has written already stays above what the button adds.
  function addQuiz(step: LessonStep) {
    const text = [draft.text.trim(), quizQuestion(step.title)].filter(Boolean).join('\n');
    setDraft({ text, stepId: step.id, added: draft.added + 1 });
  }

  return (
    <div className={styles.study}>
      <ReadingSteps lesson={lesson} onQuiz={addQuiz} />
      <AskComposer draft={draft} lesson={lesson} onChange={setDraft} />
    </div>
  );
}
