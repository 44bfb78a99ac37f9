import type { Connection } from '../../client/state.js';
import { useSelected, useWorkbench } from '../context.js';
import { isNotStarted } from '../notices/refusal-words.js';

const WORDS: Readonly<Record<Connection['status'], { readonly text: string; readonly tone: string }>> = {
  open: { text: 'Connected', tone: 'success' },
  connecting: { text: 'Connecting…', tone: 'warning' },
  waiting: { text: 'Not connected', tone: 'warning' },
  refused: { text: 'Refused', tone: 'danger' },
  closed: { text: 'Closed', tone: 'plain' },
};

/** Nothing has gone wrong with an exercise that nobody has begun. */
const NOT_STARTED = { text: 'Not started', tone: 'plain' };

/** The state of the connection: a dot and words, which are told when they change. */
export function ConnectionState() {
  const { projectId } = useWorkbench();
  const connection = useSelected((state) => state.connection);
  const { text, tone } = isNotStarted(connection, projectId) ? NOT_STARTED : WORDS[connection.status];
  return (
    <span className="practice-connection" role="status" data-tone={tone} title={text}>
      <span className="practice-dot" data-tone={tone} aria-hidden="true" />
      <span className="wb-connection-text" data-quiet={tone === 'success'}>
        {text}
      </span>
    </span>
  );
}
