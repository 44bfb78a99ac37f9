import { useLessonExercise } from '@agent-factory/practice-panel';
import { type ReactNode, useEffect, useRef } from 'react';
import { useStudyMode } from '../../contexts/StudyModeContext';
import type { Lesson, LessonStep } from '../../contexts/study-state';
import { useReadingProgress } from '../../lib/lesson/use-reading-progress';
import { useMediaQuery } from '../../lib/page/use-media-query';
import { Icon } from '../Icon';
import { StepRow } from './StepRow';
import styles from './styles.module.css';

/** As in Sheet: below this width the panel covers the lesson, so going to a heading means closing it. */
const COVER = '(max-width: 767px)';

export interface ReadingStepsProps {
  lesson: Lesson;
  onQuiz(step: LessonStep): void;
  /** One line that opens, above a conversation. */
  folded?: boolean;
  /** Stands below the steps. */
  children?: ReactNode;
}

/** The lesson's headings as steps: the first unread one is where the student is. */
export function ReadingSteps({ lesson, onQuiz, folded = false, children }: ReadingStepsProps) {
  const { intent, request, close } = useStudyMode();
  const { read, mark } = useReadingProgress(lesson.path);
  const covers = useMediaQuery(COVER);
  const heading = useRef<HTMLHeadingElement>(null);
  const current = lesson.steps.find((step) => !read.has(step.id));
  const count = lesson.steps.filter((step) => read.has(step.id)).length;

  useEffect(() => {
    if (intent === 'teach' && request > 0) heading.current?.scrollIntoView({ block: 'nearest' });
  }, [intent, request]);

  function goTo(step: LessonStep) {
    if (covers) close();
    // After the panel has gone: a page it covers does not scroll.
    requestAnimationFrame(() => document.getElementById(step.id)?.scrollIntoView());
  }

  function finish(step: LessonStep) {
    mark(step.id, true);
    const next = lesson.steps.slice(lesson.steps.indexOf(step) + 1).find((other) => !read.has(other.id));
    if (next) goTo(next);
  }

  const words = `${count} of ${lesson.steps.length} steps read`;
  const content = (
    <>
      <p className={styles.count} id="reading-count">
        {lesson.title}: {words}
      </p>
      <progress aria-labelledby="reading-count" className={styles.progress} max={lesson.steps.length} value={count} />
      <ol className={styles.steps}>
        {lesson.steps.map((step) => (
          <StepRow
            isCurrent={step === current}
            isRead={read.has(step.id)}
            key={step.id}
            onFinish={() => finish(step)}
            onGo={() => goTo(step)}
            onMark={(isRead) => mark(step.id, isRead)}
            onQuiz={() => onQuiz(step)}
            step={step}
          />
        ))}
      </ol>
      {!current && <AllRead lesson={lesson} />}
    </>
  );
  if (folded) {
    return (
      <details className={styles.folded}>
        <summary>
          Steps <span>{words}</span>
        </summary>
        <div className={styles.foldedBody}>{content}</div>
      </details>
    );
  }
  return (
    <section aria-labelledby="reading-steps" className={styles.reading}>
      <h2 className={styles.title} id="reading-steps" ref={heading}>
        Teach Me
      </h2>
      {content}
      {children}
    </section>
  );
}

function AllRead({ lesson }: { lesson: Lesson }) {
  const { selectTab } = useStudyMode();
  const { exercise } = useLessonExercise(lesson.path);
  return (
    <div className={styles.done}>
      <p>You have read the whole lesson.</p>
      {exercise && (
        <button className="button-primary" onClick={() => selectTab('practice', exercise)} type="button">
          <Icon name="terminal" />
          Now build it: {exercise.title}
        </button>
      )}
    </div>
  );
}
