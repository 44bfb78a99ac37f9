import Link from '@docusaurus/Link';
import { lessonsOf } from '../../lib/course/course';
import { useCourse } from '../../lib/course/use-course';
import { Icon } from '../Icon';
import { Preview } from './Preview';
import styles from './styles.module.css';

export function Hero() {
  const [first] = lessonsOf(useCourse());
  return (
    <section className={styles.hero}>
      <div className={styles.heroText}>
        <h1 className={styles.heading}>Read a lesson. Build&nbsp;it beside the text.</h1>
        <p className={styles.lead}>
          Agent Factory teaches you to build AI agents. Press Practice, and a real terminal opens next to the lesson,
          with a tutor in it that knows the exercise and asks before it tells.
        </p>
        <div className={styles.heroActions}>
          {first && (
            <Link className="button-primary" to={first.permalink}>
              Start the first lesson
              <Icon name="arrow" />
            </Link>
          )}
          <Link className="button-quiet" to="/docs/practice/setup">
            Set up practice
          </Link>
        </div>
      </div>
      <Preview />
    </section>
  );
}
