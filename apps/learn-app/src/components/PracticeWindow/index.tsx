import { PracticePanel, useLessonExercise } from '@agent-factory/practice-panel';
import Link from '@docusaurus/Link';
import { useHistory, useLocation } from '@docusaurus/router';
import { PageMetadata } from '@docusaurus/theme-common';
import useBaseUrl from '@docusaurus/useBaseUrl';
import { useActionGate } from '@generated/action-gate/default/gate.js';
import type { Exercise } from '../../lib/course/exercise';
import { useSiteLinks } from '../../lib/course/use-site-links';
import { useSiteTheme } from '../../lib/page/use-site-theme';
import { LESSON_PARAMETER, practiceWindowUrl } from '../../lib/practice/practice-window';
import styles from './styles.module.css';

/** The practice panel of the lesson that the address names, as large as the window. */
export function PracticeWindow() {
  const { search } = useLocation();
  const lessonPath = new URLSearchParams(search).get(LESSON_PARAMETER) ?? '';
  const { state, exercise } = useLessonExercise(lessonPath);
  const gate = useActionGate();
  return (
    <main className={styles.window}>
      {exercise && gate.allowed ? (
        <Practice exercise={exercise} />
      ) : (
        <Absence gate={gate} isLoading={state === 'loading'} />
      )}
    </main>
  );
}

function Practice({ exercise }: { exercise: Exercise }) {
  const theme = useSiteTheme();
  const links = useSiteLinks();
  const history = useHistory();
  const { pathname } = useLocation();
  const home = useBaseUrl('/');
  return (
    <>
      <PageMetadata title={`Practice: ${exercise.title}`} />
      <PracticePanel
        exercise={exercise}
        inOwnWindow
        key={exercise.id}
        links={links}
        onClose={() => {
          window.close(); // closes only a window that a page has opened
          history.push(home);
        }}
        onNavigateToExercise={(other) => history.push(practiceWindowUrl(pathname, other.lessonPath))}
        theme={theme}
      />
    </>
  );
}

interface AbsenceProps {
  gate: ReturnType<typeof useActionGate>;
  isLoading: boolean;
}

function Absence({ gate, isLoading }: AbsenceProps) {
  if (isLoading) return null;
  return (
    <div className={styles.absence}>
      <h1>Practice</h1>
      {gate.allowed ? (
        <p>
          There is no exercise at this address. Open one from <Link to="/#lessons">its lesson</Link>.
        </p>
      ) : (
        <button className="button-primary" onClick={() => gate.request()} type="button">
          Go on
        </button>
      )}
    </div>
  );
}
