import { useEffect, useRef } from 'react';
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

/** Of attempts that follow each other, a screen reader is told once. */
function useCalm(connection: Connection): Connection['status'] {
  const before = useRef<Connection['status']>(undefined);
  const isAttempt = connection.status === 'connecting' && before.current === 'waiting';
  const status = isAttempt ? 'waiting' : connection.status;
  useEffect(() => {
    before.current = status;
  }, [status]);
  return status;
}

/** The state of the connection: a dot and words, which are told when they change. */
export function ConnectionState() {
  const { projectId } = useWorkbench();
  const connection = useSelected((state) => state.connection);
  const status = useCalm(connection);
  const { text, tone } = isNotStarted(connection, projectId) ? NOT_STARTED : WORDS[status];
  return (
    <span className="practice-connection" role="status" data-tone={tone} title={text}>
      <span className="practice-dot" data-tone={tone} aria-hidden="true" />
      <span className="wb-connection-text" data-quiet={tone === 'success'}>
        {text}
      </span>
    </span>
  );
}
