import type { Connection } from '../../client/state.js';
import { useSelected, useWorkbench } from '../context.js';
import { Bar, type BarAction } from '../parts/Bar.js';
import { Icon } from '../parts/icons.js';
import { useSettled } from '../parts/use-settled.js';
import { isNotStarted, refusalWords } from './refusal-words.js';

/** A short break is over before anybody has read of it: milliseconds. */
const TELL_AFTER_MS = 1500;

interface ConnectionBarProps {
  /** Starts the exercise that is the project. */
  readonly onStart?: (() => void) | undefined;
}

/** What is wrong with the connection, and what to do. Nothing while all is well. */
export function ConnectionBar({ onStart }: ConnectionBarProps) {
  const workbench = useWorkbench();
  const connection = useSelected((state) => state.connection);
  const isLost = connection.status !== 'open' && connection.status !== 'closed';
  const isTold = useSettled(isLost, TELL_AFTER_MS);
  if (connection.status === 'refused') return <RefusalBar connection={connection} onStart={onStart} />;
  if (!isLost || !isTold) return null;
  const again = { label: 'Try now', run: () => workbench.connect() };
  return (
    <Bar tone="warning" actions={[again]}>
      <span className="practice-spinner" aria-hidden="true" />
      <span>
        The practice server does not answer. Go on: what you type is kept here, under this address, and saved when it is
        back.
      </span>
    </Bar>
  );
}

interface RefusalBarProps extends ConnectionBarProps {
  readonly connection: Extract<Connection, { status: 'refused' }>;
}

function RefusalBar({ connection, onStart }: RefusalBarProps) {
  const workbench = useWorkbench();
  const { words, command } = refusalWords(connection, workbench.projectId);
  const startable = isNotStarted(connection, workbench.projectId);
  const actions: BarAction[] = [{ label: 'Try again', run: () => workbench.connect() }];
  if (startable && onStart !== undefined) {
    actions.unshift({ label: 'Start the exercise', kind: 'primary', run: onStart });
  }
  return (
    <Bar tone={startable ? 'plain' : 'danger'} actions={actions}>
      <Icon name={startable ? 'info' : 'warning'} />
      <span>
        {words}
        {command !== undefined && <code> {command}</code>}
      </span>
    </Bar>
  );
}
