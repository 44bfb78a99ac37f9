import type { DocumentView } from '../../client/state.js';
import { keyName } from '../browser/platform.js';
import { useWorkbench } from '../context.js';
import { problemWords } from './problem-words.js';

interface EditorCoverProps {
  readonly document: DocumentView | undefined;
  /** The editor's part of the page did not arrive. */
  readonly failed: boolean;
  readonly onRetry: () => void;
}

/** What is there while no text is: nothing is open, something is loading, or cannot be shown. */
export function EditorCover({ document, failed, onRetry }: EditorCoverProps) {
  if (document === undefined) return <NothingOpen />;
  if (document.status === 'failed') return <FileProblem document={document} />;
  if (failed) {
    return (
      <div className="wb-cover" role="status">
        <p>The editor could not be loaded.</p>
        <button type="button" className="practice-action" data-kind="primary" onClick={onRetry}>
          Try again
        </button>
      </div>
    );
  }
  return (
    <div className="wb-cover" role="status">
      <div className="wb-progress" aria-hidden="true" />
      <p>Opening {document.name}…</p>
    </div>
  );
}

function NothingOpen() {
  return (
    <div className="wb-cover">
      <p>Open a file, or let the coach open one.</p>
      <p className="practice-muted wb-key-hint">
        <kbd>{keyName('Mod-p')}</kbd> finds a file.
      </p>
    </div>
  );
}

function FileProblem({ document }: { readonly document: DocumentView }) {
  const workbench = useWorkbench();
  const { path, name, problem } = document;
  const words = problemWords(problem);
  return (
    <div className="wb-cover" role="status">
      <p className="wb-cover-title">
        {name}: {words.title}
      </p>
      <p>{words.advice}</p>
      <div className="wb-line">
        {words.retry && (
          <button type="button" className="practice-action" onClick={() => workbench.open(path)}>
            Try again
          </button>
        )}
        <button type="button" className="practice-action" onClick={() => workbench.close(path)}>
          Close
        </button>
      </div>
    </div>
  );
}
