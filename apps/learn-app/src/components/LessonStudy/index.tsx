import type { TabProps } from '@agent-factory/practice-panel';
import { useStudyMode } from '../../contexts/StudyModeContext';
import { LessonChat } from './LessonChat';
import styles from './styles.module.css';

/** The Chat tab: conversations with the student's agent about the lesson beside it, or about the exercise in the panel. */
export function LessonStudy({ exercise, isActive }: TabProps) {
  const { lesson } = useStudyMode();
  if (!lesson && !exercise) {
    return <p className={styles.empty}>Open a lesson to see its steps here and to ask about it.</p>;
  }
  return <LessonChat exercise={exercise} isActive={isActive} lesson={lesson} />;
}
