import { useMemo, useSyncExternalStore } from 'react';
import type { DocumentView } from '../../client/state.js';
import { useWorkbench } from '../context.js';
import { ExplainButton } from '../mind/ExplainButton.js';
import type { Cursor } from './cursor.js';
import { languageName } from './language-names.js';
import { lineEndingOf } from './line-ending.js';

interface StatusLineProps {
  readonly document: DocumentView;
  readonly cursor: Cursor;
  /** Explains what is selected; undefined while the text is not in sight. */
  readonly onExplain: (() => void) | undefined;
}

/** Where the cursor is, and how the file is. */
export function StatusLine({ document, cursor, onExplain }: StatusLineProps) {
  const position = useSyncExternalStore(cursor.subscribe, cursor.getSnapshot, cursor.getSnapshot);
  const hasSelection = useSyncExternalStore(cursor.subscribe, cursor.hasSelection, cursor.hasSelection);
  return (
    <div className="wb-status">
      {document.status === 'ready' && position && (
        <span className="wb-status-position">
          Line {position.line}, column {position.column}
        </span>
      )}
      {onExplain && hasSelection && <ExplainButton onExplain={onExplain} />}
      <span>{languageName(document.language)}</span>
      <LineEnding document={document} />
      <span role="status" className="wb-status-saved">
        {savedWords(document)}
      </span>
    </div>
  );
}

function LineEnding({ document: { path, status, savedAt, textRevision } }: { readonly document: DocumentView }) {
  const workbench = useWorkbench();
  // biome-ignore lint/correctness/useExhaustiveDependencies: the saved text is another one when one of these is
  const ending = useMemo(
    () => lineEndingOf(workbench.savedTextOf(path) ?? ''),
    [workbench, path, status, savedAt, textRevision],
  );
  return <span>{ending}</span>;
}

function savedWords({ status, saving, dirty, readOnly, conflict, deleted }: DocumentView): string {
  if (status !== 'ready') return '';
  if (conflict !== null) return 'Changed on disk';
  if (saving) return 'Saving…';
  if (deleted) return 'Deleted on disk';
  if (dirty) return 'Unsaved';
  return readOnly ? 'Read only' : 'Saved';
}
