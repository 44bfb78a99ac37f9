import { useEffect, useId, useRef } from 'react';

interface ResetDialogProps {
  readonly title: string;
  readonly onCancel: () => void;
  readonly onConfirm: () => void;
}

/** What the dialog returns when the student wants the reset; Escape and the other button return nothing. */
const CONFIRMED = 'reset';

/** Asks before the exercise begins anew, and says that nothing is deleted. */
export function ResetDialog({ title, onCancel, onConfirm }: ResetDialogProps) {
  const dialog = useRef<HTMLDialogElement>(null);
  const titleId = useId();
  const textId = useId();
  useEffect(() => dialog.current?.showModal(), []);
  // Only the dialog's own closing gives the focus back to the button that opened it, so it goes first.
  const handleClose = () => (dialog.current?.returnValue === CONFIRMED ? onConfirm() : onCancel());
  return (
    <dialog
      ref={dialog}
      className="practice-dialog"
      aria-labelledby={titleId}
      aria-describedby={textId}
      onClose={handleClose}
    >
      <h3 id={titleId}>Reset this exercise?</h3>
      <p id={textId}>
        “{title}” starts over with fresh files and a new conversation. Your present work is not deleted: it moves to an
        archive folder, and you are told which.
      </p>
      <div className="practice-dialog-actions">
        <button type="button" className="practice-action" onClick={() => dialog.current?.close()}>
          Keep working
        </button>
        <button
          type="button"
          className="practice-action"
          data-kind="danger"
          onClick={() => dialog.current?.close(CONFIRMED)}
        >
          Reset exercise
        </button>
      </div>
    </dialog>
  );
}
