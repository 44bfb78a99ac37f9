import type { TerminalConnection } from '../../client/terminal/terminal-connection.js';
import { useSnapshot } from '../parts/use-snapshot.js';
import { connectionWords } from '../terminal/words.js';

/**
 * The state of the connection: a dot and its words, which also are announced when they change. Where there
 * is little room, the words of a good connection are for the ear, and for a mouse that rests on the dot.
 * Before the terminal is laid out there is nothing to say yet.
 */
export function ConnectionBadge({ terminal }: { readonly terminal: TerminalConnection }) {
  const words = connectionWords(useSnapshot(terminal));
  if (words === undefined) return <span className="practice-connection" role="status" />;
  const { text, tone } = words;
  return (
    <span className="practice-connection" role="status" data-tone={tone} title={text}>
      <span className="practice-dot" data-tone={tone} aria-hidden="true" />
      <span className="practice-connection-text">{text}</span>
    </span>
  );
}
