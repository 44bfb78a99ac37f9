import { type ReactNode, useEffect, useId, useRef } from 'react';

export interface DialogChoice {
  readonly label: string;
  readonly kind?: 'primary' | 'danger';
  readonly run: () => void;
}

interface DialogProps {
  readonly title: string;
  readonly children: ReactNode;
  /** The buttons besides the one that leaves everything as it is. */
  readonly choices?: readonly DialogChoice[];
  /** The words of that button. */
  readonly leave?: string;
  /** The student left without a choice: by the button or by Escape. */
  readonly onLeave: () => void;
  readonly size?: 'small' | 'large';
}

/** Asks or shows something before all else. Only closing it returns the focus, so it closes before a choice is told. */
export function Dialog({ title, children, choices = [], leave = 'Close', onLeave, size = 'small' }: DialogProps) {
  const dialog = useRef<HTMLDialogElement>(null);
  const chosen = useRef<DialogChoice>(undefined);
  const titleId = useId();
  const bodyId = useId();
  useEffect(() => dialog.current?.showModal(), []);
  const choose = (choice: DialogChoice) => {
    chosen.current = choice;
    dialog.current?.close();
  };
  return (
    <dialog
      ref={dialog}
      className="practice-root wb-part practice-dialog wb-dialog"
      data-size={size}
      aria-labelledby={titleId}
      {...(size === 'small' && { 'aria-describedby': bodyId })}
      onClose={() => (chosen.current ? chosen.current.run() : onLeave())}
    >
      <h3 id={titleId}>{title}</h3>
      <div id={bodyId} className="wb-dialog-body">
        {children}
      </div>
      <div className="practice-dialog-actions">
        <button type="button" className="practice-action" onClick={() => dialog.current?.close()}>
          {leave}
        </button>
        {choices.map((choice) => (
          <button
            key={choice.label}
            type="button"
            className="practice-action"
            data-kind={choice.kind}
            onClick={() => choose(choice)}
          >
            {choice.label}
          </button>
        ))}
      </div>
    </dialog>
  );
}
