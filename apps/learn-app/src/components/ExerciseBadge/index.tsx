import type { Exercise } from '../../lib/course/exercise';
import { Icon } from '../Icon';
import styles from './styles.module.css';

/** Effort and reward of an exercise in one line, or that there is nothing to start. */
export function ExerciseBadge({ exercise }: { exercise: Exercise }) {
  if (exercise.unavailable !== undefined) return <span className={styles.badge}>Unavailable at present</span>;
  return (
    <span className={styles.badge}>
      <Icon name="clock" size={15} />
      <span>{exercise.estimatedMinutes} min</span>
      <span className={styles.dot}>·</span>
      <span>{exercise.difficulty}</span>
      <span className={styles.dot}>·</span>
      <span>{exercise.xpReward} XP</span>
    </span>
  );
}
