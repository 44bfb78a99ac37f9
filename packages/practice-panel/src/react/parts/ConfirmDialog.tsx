import { type ReactNode, useEffect, useId, useRef } from 'react';

interface ConfirmDialogProps {
  readonly title: string;
  /** What happens, and what does not. */
  readonly children: ReactNode;
  /** The words of the button that leaves everything as it is. */
  readonly keep: string;
  readonly confirm: string;
  readonly onCancel: () => void;
  readonly onConfirm: () => void;
}

/** What the dialog returns when the student agrees; Escape and the other button return nothing. */
const CONFIRMED = 'confirmed';

/** Asks before something that is not easily undone. */
export function ConfirmDialog({ title, children, keep, confirm, onCancel, onConfirm }: ConfirmDialogProps) {
  const dialog = useRef<HTMLDialogElement>(null);
  const titleId = useId();
  const textId = useId();
  useEffect(() => dialog.current?.showModal(), []);
  // Only closing the dialog itself returns the focus to the button that opened it, so the dialog closes first.
  const handleClose = () => (dialog.current?.returnValue === CONFIRMED ? onConfirm() : onCancel());
  return (
    <dialog
      ref={dialog}
      className="practice-dialog"
      aria-labelledby={titleId}
      aria-describedby={textId}
      onClose={handleClose}
    >
      <h3 id={titleId}>{title}</h3>
      <p id={textId}>{children}</p>
      <div className="practice-dialog-actions">
        <button type="button" className="practice-action" onClick={() => dialog.current?.close()}>
          {keep}
        </button>
        <button
          type="button"
          className="practice-action"
          data-kind="danger"
          onClick={() => dialog.current?.close(CONFIRMED)}
        >
          {confirm}
        </button>
      </div>
    </dialog>
  );
}
