import { type ComponentType, useEffect, useState } from 'react';
import { useStudyMode } from '../../contexts/StudyModeContext';
import { loadPanel } from './load-panel';
import styles from './styles.module.css';

/** The panel beside a lesson. It is mounted above the pages, so that going to another one keeps the terminal. */
export function TeachMePanel() {
  const { open, close } = useStudyMode();
  const [Panel, setPanel] = useState<ComponentType>();
  const [failed, setFailed] = useState(false);
  const isWanted = open && Panel === undefined && !failed;
  useEffect(() => {
    if (!isWanted) return;
    loadPanel().then(
      ({ OpenPanel }) => setPanel(() => OpenPanel),
      () => setFailed(true),
    );
  }, [isWanted]);
  if (!open) return null;
  if (failed) {
    return (
      <p className={styles.failed} role="alert">
        The panel did not arrive. Is the lesson site up?{' '}
        <button className="button-link" onClick={() => setFailed(false)} type="button">
          Try again
        </button>{' '}
        <button className="button-link" onClick={close} type="button">
          Close
        </button>
      </p>
    );
  }
  return Panel ? <Panel /> : null;
}
