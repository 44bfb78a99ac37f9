import { MAX_RECORDING_BYTES } from '@agent-factory/protocol/recordings';
import { useEffect, useId, useRef, useState } from 'react';
import { bytesWords } from './words.js';

interface RecordDialogProps {
  readonly onCancel: () => void;
  readonly onStart: (input: boolean) => void;
}

/** What the dialog returns when the student starts; Escape and the other button return nothing. */
const STARTED = 'started';

/** Says what is recorded and where it stays, before anything is, and asks whether keys are. */
export function RecordDialog({ onCancel, onStart }: RecordDialogProps) {
  const dialog = useRef<HTMLDialogElement>(null);
  const [input, setInput] = useState(false);
  const titleId = useId();
  const helpId = useId();
  useEffect(() => dialog.current?.showModal(), []);
  // Only closing the dialog itself returns the focus to the button that opened it, so the dialog closes first.
  const handleClose = () => (dialog.current?.returnValue === STARTED ? onStart(input) : onCancel());
  return (
    <dialog ref={dialog} className="practice-dialog practice-record" aria-labelledby={titleId} onClose={handleClose}>
      <h3 id={titleId}>Record this session?</h3>
      <p>
        From now on, everything that this terminal shows is written to a file on this computer, in{' '}
        <code>~/.af-practice/recordings</code>. It goes nowhere else. Values of your environment that look like keys,
        tokens or passwords are replaced by asterisks; other private things on the screen are not.
      </p>
      <p>
        It ends when you stop it, with the session or the practice server, or at {bytesWords(MAX_RECORDING_BYTES)}.
        Every tab that shows this session says that it is recorded.
      </p>
      <label className="practice-record-choice">
        <input
          className="practice-checkbox"
          type="checkbox"
          checked={input}
          aria-describedby={helpId}
          onChange={({ target }) => setInput(target.checked)}
        />
        Record what is typed here, too
      </label>
      <p id={helpId} className="practice-muted">
        Then every key is in the file, also passwords that never appear on the screen.
      </p>
      <div className="practice-dialog-actions">
        <button type="button" className="practice-action" onClick={() => dialog.current?.close()}>
          Do not record
        </button>
        <button
          type="button"
          className="practice-action"
          data-kind="primary"
          onClick={() => dialog.current?.close(STARTED)}
        >
          Start recording
        </button>
      </div>
    </dialog>
  );
}
