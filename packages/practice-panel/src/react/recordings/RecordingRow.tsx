import type { Recording } from '@agent-factory/protocol/recordings';
import { useId } from 'react';
import { factWords } from './words.js';

interface RecordingRowProps {
  readonly recording: Recording;
  readonly onReplay: () => void;
  readonly onSave: () => void;
  readonly onDelete: () => void;
}

/** One recording and what can be done with it. One that goes on can be played as far as it is, but not deleted. */
export function RecordingRow({ recording, onReplay, onSave, onDelete }: RecordingRowProps) {
  const nameId = useId();
  return (
    <li className="practice-recording-row">
      <div className="practice-recording-facts" id={nameId}>
        <strong>{recording.exerciseId}</strong>
        <span className="practice-muted">{factWords(recording).join(' · ')}</span>
      </div>
      <div className="practice-recording-actions">
        <button type="button" className="practice-action" aria-describedby={nameId} onClick={onReplay}>
          Replay
        </button>
        <button type="button" className="practice-action" aria-describedby={nameId} onClick={onSave}>
          Save
        </button>
        {!recording.recording && (
          <button
            type="button"
            className="practice-action"
            data-kind="danger"
            aria-describedby={nameId}
            onClick={onDelete}
          >
            Delete…
          </button>
        )}
      </div>
    </li>
  );
}
