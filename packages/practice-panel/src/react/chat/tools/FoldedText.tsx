import { useState } from 'react';
import { ScrollBox } from '../ScrollBox.js';

/** Lines that are shown before the rest is asked for: a failing test with its reason. */
const SHOWN_LINES = 12;
/** Most characters in the page at once; more than that makes every layout slow. */
const MAX_LENGTH = 50_000;

interface FoldedTextProps {
  readonly text: string;
  /** Names it, such as "Output". */
  readonly label: string;
}

/** Text as a program printed it: its last lines, and the rest on demand. */
export function FoldedText({ text, label }: FoldedTextProps) {
  const [isOpen, setOpen] = useState(false);
  const lines = text.replace(/\n+$/, '').split('\n');
  const hidden = lines.length - SHOWN_LINES;
  const isFolded = hidden > 1 && !isOpen;
  const shown = (isFolded ? lines.slice(-SHOWN_LINES) : lines).join('\n');
  return (
    <>
      {hidden > 1 && (
        <button type="button" className="practice-chat-more" aria-expanded={isOpen} onClick={() => setOpen(!isOpen)}>
          {isOpen ? 'Show fewer lines' : `Show ${hidden} more lines above`}
        </button>
      )}
      <ScrollBox label={label} className="practice-chat-output">
        <pre>
          {shown.length > MAX_LENGTH
            ? `…
${shown.slice(-MAX_LENGTH)}`
            : shown}
        </pre>
      </ScrollBox>
    </>
  );
}
