import { type ReactNode, useEffect, useId, useRef } from 'react';

interface SheetProps {
  readonly title: string;
  readonly about?: string;
  readonly onClose: () => void;
  readonly children: ReactNode;
}

/** Something quiet at the side of the page, until it is closed: by its button, by Escape, or by a click beside it. */
export function Sheet({ title, about, onClose, children }: SheetProps) {
  const dialog = useRef<HTMLDialogElement>(null);
  const titleId = useId();
  useEffect(() => dialog.current?.showModal(), []);
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: the keyboard has Escape
    <dialog
      ref={dialog}
      className="practice-root dash-part dash-sheet"
      aria-labelledby={titleId}
      onClose={onClose}
      onClick={({ target }) => target === dialog.current && dialog.current?.close()}
    >
      <div className="dash-sheet-body">
        <header>
          <h2 id={titleId}>{title}</h2>
          <button type="button" className="practice-action" onClick={() => dialog.current?.close()}>
            Close
          </button>
        </header>
        {about !== undefined && <p className="dash-about">{about}</p>}
        {children}
      </div>
    </dialog>
  );
}

interface ConfirmProps {
  readonly title: string;
  /** What happens, and what does not. */
  readonly children: ReactNode;
  readonly confirm: string;
  readonly onCancel: () => void;
  readonly onConfirm: () => void;
}

/** What the dialog returns when the learner agrees; Escape and the other button return nothing. */
const CONFIRMED = 'confirmed';

/** Asks before something that cannot be undone. */
export function Confirm({ title, children, confirm, onCancel, onConfirm }: ConfirmProps) {
  const dialog = useRef<HTMLDialogElement>(null);
  const titleId = useId();
  const textId = useId();
  useEffect(() => dialog.current?.showModal(), []);
  // Only closing the dialog itself returns the focus to the button that opened it, so the dialog closes first.
  const handleClose = () => (dialog.current?.returnValue === CONFIRMED ? onConfirm() : onCancel());
  return (
    <dialog
      ref={dialog}
      className="practice-root practice-dialog dash-part"
      aria-labelledby={titleId}
      aria-describedby={textId}
      onClose={(event) => {
        // It lies in a sheet, which is not closed with it.
        event.stopPropagation();
        handleClose();
      }}
    >
      <h3 id={titleId}>{title}</h3>
      <p id={textId}>{children}</p>
      <div className="practice-dialog-actions">
        <button type="button" className="practice-action" onClick={() => dialog.current?.close()}>
          Keep
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
