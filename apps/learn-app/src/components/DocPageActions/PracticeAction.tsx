import { PracticeButton, preloadTab, useLessonExercise } from '@agent-factory/practice-panel';
import { useStudyMode } from '../../contexts/StudyModeContext';
import { useLessonEntry } from '../../lib/course/use-course';
import { ExerciseBadge } from '../ExerciseBadge';
import { practice } from '../StudyTabs/practice';
import { preloadPanel } from '../TeachMePanel/load-panel';
import styles from './styles.module.css';

export interface PracticeActionProps {
  lessonPath: string;
  /** Puts an action behind the site's gate. */
  guarded(action: () => void): () => void;
}

/** The Practice button, if the registry has an exercise for this lesson. */
export function PracticeAction({ lessonPath, guarded }: PracticeActionProps) {
  const study = useStudyMode();
  const { state, exercise } = useLessonExercise(lessonPath);
  // Until the registry answers, what the site knew when it was built holds the place.
  const expected = useLessonEntry(lessonPath)?.exercise;
  if (state === 'error' && expected) {
    return <p className={styles.problem}>The exercise could not be loaded. Reload the page to practice.</p>;
  }
  const shown = exercise ?? (state === 'loading' ? expected : undefined);
  if (!shown) return null;
  return (
    <>
      <span className={styles.place}>
        {exercise && (
          <PracticeButton
            className={styles.practice}
            exercise={exercise}
            onApproach={() => {
              preloadPanel();
              preloadTab(practice);
            }}
            onOpen={guarded(() => study.openPractice(exercise))}
          />
        )}
      </span>
      {/* If there is nothing to start, the reason stands in place of the button. */}
      {shown.unavailable === undefined && <ExerciseBadge exercise={shown} />}
    </>
  );
}
