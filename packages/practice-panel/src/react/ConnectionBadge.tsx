import type { TerminalConnection } from '../client/terminal-connection.js';
import { useSnapshot } from './use-snapshot.js';
import { CONNECTION_WORDS } from './words.js';

/**
 * The state of the connection: a dot and its words, which also are announced when they change.
 * Before the terminal is laid out there is nothing to say yet.
 */
export function ConnectionBadge({ terminal }: { readonly terminal: TerminalConnection }) {
  const { status } = useSnapshot(terminal);
  if (status === 'idle') return <span className="practice-connection" role="status" />;
  const { text, tone } = CONNECTION_WORDS[status];
  return (
    <span className="practice-connection" role="status" data-tone={tone}>
      <span className="practice-dot" data-tone={tone} aria-hidden="true" />
      {text}
    </span>
  );
}
