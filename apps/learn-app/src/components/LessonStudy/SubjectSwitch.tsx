import { useId } from 'react';
import { useStudyMode } from '../../contexts/StudyModeContext';
import type { StudySubject } from '../../contexts/study-state';
import styles from './styles.module.css';

const SUBJECTS: readonly { id: StudySubject; words: string }[] = [
  { id: 'lesson', words: 'Lesson' },
  { id: 'exercise', words: 'Exercise' },
];

/** What the chat is about, where there are two things: each has its own conversations. */
export function SubjectSwitch({ value }: { value: StudySubject }) {
  const { chooseSubject } = useStudyMode();
  const name = useId();
  return (
    <fieldset className={styles.subjects}>
      <legend>About</legend>
      {SUBJECTS.map(({ id, words }) => (
        <label key={id}>
          <input checked={id === value} name={name} onChange={() => chooseSubject(id)} type="radio" />
          {words}
        </label>
      ))}
    </fieldset>
  );
}
