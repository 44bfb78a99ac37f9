import { PracticeProgress } from '@agent-factory/practice-panel';
import { useHistory } from '@docusaurus/router';
import { useActionGate } from '@generated/action-gate/default/gate.js';
import { useSiteLinks } from '../../lib/course/use-site-links';
import { useSiteTheme } from '../../lib/page/use-site-theme';
import styles from './styles.module.css';

/** The student's progress over all exercises. */
export function Progress() {
  const history = useHistory();
  const links = useSiteLinks((url) => history.push(url));
  const theme = useSiteTheme();
  const gate = useActionGate();
  return (
    <main className={styles.progress}>
      <h1>Your progress</h1>
      <p className={styles.lead}>It is kept on your own computer and goes nowhere else.</p>
      <h2 className={styles.hidden}>Exercises</h2>
      {gate.allowed ? (
        <PracticeProgress links={links} theme={theme} />
      ) : (
        <button className="button-primary" onClick={() => gate.request()} type="button">
          Go on
        </button>
      )}
    </main>
  );
}
