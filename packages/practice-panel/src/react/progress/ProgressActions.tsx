import { useRef } from 'react';
import type { ProgressBoard, ProgressState } from '../../client/progress/progress.js';
import { progressFile, progressFileName } from '../../client/progress/progress-file.js';

interface ProgressActionsProps {
  readonly board: ProgressBoard;
  readonly said: ProgressState['said'];
  readonly canForget: boolean;
  readonly onForget: () => void;
}

/** Exports, imports and forgets progress. */
export function ProgressActions({ board, said, canForget, onForget }: ProgressActionsProps) {
  const picker = useRef<HTMLInputElement>(null);
  const take = async (input: HTMLInputElement) => {
    const [file] = input.files ?? [];
    if (file !== undefined) await board.importFile(file);
    input.value = ''; // so that the same file can be chosen again once it is fixed
  };
  return (
    <div className="practice-progress-actions">
      <button type="button" className="practice-action" onClick={() => void download(board)}>
        Export
      </button>
      <button type="button" className="practice-action" onClick={() => picker.current?.click()}>
        Import…
      </button>
      <input
        ref={picker}
        type="file"
        accept="application/json,.json"
        aria-label="File with exported progress"
        hidden
        onChange={({ target }) => void take(target)}
      />
      {canForget && (
        <button type="button" className="practice-action" data-kind="danger" onClick={onForget}>
          Forget all…
        </button>
      )}
      <p className="practice-said" role="status" data-tone={said?.tone}>
        {said?.text}
      </p>
    </div>
  );
}

/** Saves the progress as a file, as a download of the browser. */
async function download(board: ProgressBoard): Promise<void> {
  const document = await board.exported();
  if (document === undefined) return;
  const link = window.document.createElement('a');
  link.href = URL.createObjectURL(progressFile(document));
  link.download = progressFileName(document);
  link.click();
  URL.revokeObjectURL(link.href);
}
