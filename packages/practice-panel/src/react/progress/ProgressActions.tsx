import { useRef } from 'react';
import type { ProgressBoard, ProgressState } from '../../client/progress/progress.js';
import { progressFile, progressFileName } from '../../client/progress/progress-file.js';
import { saveFile } from '../parts/save-file.js';
import type { Theme } from '../props.js';
import { RecordingsButton } from '../recordings/RecordingsButton.js';

interface ProgressActionsProps {
  readonly board: ProgressBoard;
  readonly said: ProgressState['said'];
  readonly canForget: boolean;
  readonly theme: Theme;
  readonly onForget: () => void;
}

/** Exports, imports and forgets progress, and shows what was recorded. */
export function ProgressActions({ board, said, canForget, theme, onForget }: ProgressActionsProps) {
  const picker = useRef<HTMLInputElement>(null);
  const take = async (input: HTMLInputElement) => {
    const [file] = input.files ?? [];
    if (file !== undefined) await board.importFile(file);
    input.value = ''; // so that the same file can be chosen again once it is fixed
  };
  return (
    <div className="practice-progress-actions">
      <button type="button" className="practice-action" onClick={() => void save(board)}>
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
      <RecordingsButton theme={theme} />
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

async function save(board: ProgressBoard): Promise<void> {
  const document = await board.exported();
  if (document !== undefined) saveFile(progressFile(document), progressFileName(document));
}
