import { useSelected, useWorkbench } from '../context.js';
import { Bar } from '../parts/Bar.js';
import { Icon } from '../parts/icons.js';
import { useSettled } from '../parts/use-settled.js';
import { refusalWords } from './refusal-words.js';

/** A short break is over before anybody has read of it: milliseconds. */
const TELL_AFTER_MS = 1500;

/** What is wrong with the connection, and what to do. Nothing while all is well. */
export function ConnectionBar() {
  const workbench = useWorkbench();
  const connection = useSelected((state) => state.connection);
  const isLost = connection.status !== 'open' && connection.status !== 'closed';
  const isTold = useSettled(isLost, TELL_AFTER_MS);
  const again = { label: 'Try now', run: () => workbench.connect() };
  if (connection.status === 'refused') {
    const { words, retry } = refusalWords(connection);
    return (
      <Bar tone="danger" actions={retry ? [{ ...again, label: 'Try again' }] : []}>
        <Icon name="warning" />
        <span>{words}</span>
      </Bar>
    );
  }
  if (!isLost || !isTold) return null;
  return (
    <Bar tone="warning" actions={connection.status === 'waiting' ? [again] : []}>
      <span className="practice-spinner" aria-hidden="true" />
      <span>The practice server does not answer. Go on: what you type is kept here, and saved when it is back.</span>
    </Bar>
  );
}
