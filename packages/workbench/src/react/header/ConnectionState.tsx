import type { Connection } from '../../client/state.js';
import { useSelected } from '../context.js';

const WORDS: Readonly<Record<Connection['status'], { readonly text: string; readonly tone: string }>> = {
  open: { text: 'Connected', tone: 'success' },
  connecting: { text: 'Connecting…', tone: 'warning' },
  waiting: { text: 'Not connected', tone: 'warning' },
  refused: { text: 'Refused', tone: 'danger' },
  closed: { text: 'Closed', tone: 'plain' },
};

/** The state of the connection: a dot and words, which are told when they change. */
export function ConnectionState() {
  const { status } = useSelected((state) => state.connection);
  const { text, tone } = WORDS[status];
  return (
    <span className="practice-connection" role="status" data-tone={tone} title={text}>
      <span className="practice-dot" data-tone={tone} aria-hidden="true" />
      <span className="wb-connection-text" data-quiet={tone === 'success'}>
        {text}
      </span>
    </span>
  );
}
