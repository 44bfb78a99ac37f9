import type { FileEdit } from '@agent-factory/protocol/conversations';
import { useMemo, useState } from 'react';
import { ScrollBox } from '../ScrollBox.js';
import { type DiffLine, diffOf } from './diff-lines.js';

/** Lines of one file that are shown at first. */
const SHOWN_LINES = 16;
const MARKS = { added: '+', removed: '−', kept: ' ', gap: ' ' } as const;

/** One file's change: its name, how much it is, and the lines. */
export function EditDiffView({ edit }: { readonly edit: FileEdit }) {
  const diff = useMemo(() => diffOf(edit), [edit]);
  const [isOpen, setOpen] = useState(false);
  if (diff === undefined) {
    return edit.patch === undefined ? (
      <p>{edit.path}</p>
    ) : (
      <ScrollBox label={`Change to ${edit.path}`} className="practice-chat-output">
        <pre>{edit.patch}</pre>
      </ScrollBox>
    );
  }
  const hidden = diff.lines.length - SHOWN_LINES;
  const lines = isOpen || hidden <= 1 ? diff.lines : diff.lines.slice(0, SHOWN_LINES);
  return (
    <div className="practice-chat-diff">
      <p className="practice-chat-diff-file">
        <code>{edit.path}</code>
        {edit.oldText === null && <span className="practice-muted">new</span>}
        <span data-op="added">+{diff.added}</span>
        <span data-op="removed">−{diff.removed}</span>
      </p>
      <ScrollBox label={`Change to ${edit.path}`} className="practice-chat-output">
        <pre>
          {lines.map((line, index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: the lines of one diff never move
            <Line key={index} line={line} />
          ))}
        </pre>
      </ScrollBox>
      {hidden > 1 && (
        <button type="button" className="practice-chat-more" aria-expanded={isOpen} onClick={() => setOpen(!isOpen)}>
          {isOpen ? 'Show fewer lines' : `Show ${hidden} more lines`}
        </button>
      )}
    </div>
  );
}

function Line({ line: { op, text } }: { readonly line: DiffLine }) {
  return (
    <span className="practice-chat-diff-line" data-op={op}>
      {op === 'gap' ? '⋯\n' : `${MARKS[op]} ${text}\n`}
    </span>
  );
}
