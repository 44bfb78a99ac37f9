import { PracticeCourse } from '@agent-factory/practice-panel';
import Link from '@docusaurus/Link';
import { useHistory } from '@docusaurus/router';
import { useActionGate } from '@generated/action-gate/default/gate.js';
import { useMemo } from 'react';
import { chapterPath } from '../../lib/course/course';
import { useCourse } from '../../lib/course/use-course';
import { useSiteLinks } from '../../lib/course/use-site-links';
import { useSiteTheme } from '../../lib/page/use-site-theme';
import styles from './styles.module.css';

/** The whole course, and where the student is in it. */
export function Course() {
  const history = useHistory();
  const links = useSiteLinks((url) => history.push(url));
  const theme = useSiteTheme();
  const gate = useActionGate();
  const { parts } = useCourse();
  const chapters = useMemo(
    () =>
      parts.flatMap((part) => part.chapters.map((chapter) => ({ path: chapterPath(chapter), title: chapter.label }))),
    [parts],
  );
  return (
    <main className={styles.course}>
      <h1>Your course</h1>
      <p className={styles.lead}>
        What is done, what is begun and what comes next. Attempts and hints are on <Link to="/progress">Progress</Link>.
      </p>
      <h2 className={styles.hidden}>Chapters</h2>
      {gate.allowed ? (
        <PracticeCourse chapters={chapters} links={links} theme={theme} />
      ) : (
        <button className="button-primary" onClick={() => gate.request()} type="button">
          Go on
        </button>
      )}
    </main>
  );
}
