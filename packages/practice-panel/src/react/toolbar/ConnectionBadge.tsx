import type { TerminalConnection } from '../../client/terminal/terminal-connection.js';
import { useSnapshot } from '../parts/use-snapshot.js';
import { connectionWords } from '../terminal/words.js';

/**
 * The state of the connection: a dot and words, which are announced when they change. Where there is little
 * room, the words for a good connection are left to screen readers and to a mouse that rests on the dot.
 * Before the terminal is laid out there is nothing to say.
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
