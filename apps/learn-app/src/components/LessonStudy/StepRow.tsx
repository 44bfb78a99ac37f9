import type { LessonStep } from '../../contexts/study-state';
import { Icon } from '../Icon';
import styles from './styles.module.css';

export interface StepRowProps {
  step: LessonStep;
  isRead: boolean;
  isCurrent: boolean;
  onMark(isRead: boolean): void;
  onGo(): void;
  onFinish(): void;
  onQuiz(): void;
}

/** One step. The current one offers what to do with it; the others stay one line. */
export function StepRow({ step, isRead, isCurrent, onMark, onGo, onFinish, onQuiz }: StepRowProps) {
  return (
    <li aria-current={isCurrent ? 'step' : undefined} className={styles.step}>
      <div className={styles.stepLine}>
        <input
          aria-label={`Read: ${step.title}`}
          checked={isRead}
          className={styles.check}
          onChange={(event) => onMark(event.target.checked)}
          type="checkbox"
        />
        <a
          className={styles.stepLink}
          href={`#${step.id}`}
          onClick={(event) => {
            event.preventDefault();
            onGo();
          }}
        >
          {step.title}
        </a>
      </div>
      {isCurrent && (
        <div className={styles.stepActions}>
          <button className="button-quiet" onClick={onFinish} type="button">
            <Icon name="check" size={16} />
            Read, go on
          </button>
          <button className="button-quiet" onClick={onQuiz} type="button">
            <Icon name="question" size={16} />
            Quiz me on this
          </button>
        </div>
      )}
    </li>
  );
}
