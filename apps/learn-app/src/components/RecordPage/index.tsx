import { useActionGate } from '@generated/action-gate/default/gate.js';
import type { ReactNode } from 'react';
import styles from './styles.module.css';

interface RecordPageProps {
  readonly title: string;
  readonly lead: ReactNode;
  /** What is listed, for screen readers: the eye needs no heading between title and list. */
  readonly listed: string;
  readonly children: ReactNode;
}

/** A page of what the student's own machine knows of their learning, behind the gate that the site may have. */
export function RecordPage({ title, lead, listed, children }: RecordPageProps) {
  const gate = useActionGate();
  return (
    <main className={styles.page}>
      <h1>{title}</h1>
      <p className={styles.lead}>{lead}</p>
      <h2 className={styles.hidden}>{listed}</h2>
      {gate.allowed ? (
        children
      ) : (
        <button className="button-primary" onClick={() => gate.request()} type="button">
          Go on
        </button>
      )}
    </main>
  );
}
