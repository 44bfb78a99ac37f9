import { type ReactElement, type ReactNode, useEffect, useId, useRef, useState } from 'react';
import { Icon, type IconName } from './icons.js';
import { useDismiss } from './use-dismiss.js';

interface PopoverProps {
  readonly label: string;
  /** One of the shared icons, or a drawing. */
  readonly icon: IconName | ReactElement;
  /** A list of actions, or a dialog. */
  readonly kind: 'actions' | 'dialog';
  /** What it shows; `close` closes it and returns the focus to the button. */
  readonly children: (close: () => void) => ReactNode;
}

/** A button that opens something small beside it. Opening moves the focus in; Escape moves it back. */
export function Popover({ label, icon, kind, children }: PopoverProps) {
  const [open, setOpen] = useState(false);
  const root = useRef<HTMLDivElement>(null);
  const button = useRef<HTMLButtonElement>(null);
  const content = useRef<HTMLDivElement>(null);
  const contentId = useId();
  useDismiss(root, open, () => setOpen(false));
  useEffect(() => {
    if (open) content.current?.querySelector<HTMLElement>('select, input, button')?.focus();
  }, [open]);
  const close = () => {
    button.current?.focus();
    setOpen(false);
  };
  return (
    <div className="practice-menu practice-popover" data-kind={kind} ref={root}>
      <button
        ref={button}
        type="button"
        className="practice-icon-button"
        aria-label={label}
        aria-expanded={open}
        aria-controls={open ? contentId : undefined}
        aria-haspopup={kind === 'dialog' ? 'dialog' : undefined}
        title={label}
        onClick={() => setOpen(!open)}
      >
        {typeof icon === 'string' ? <Icon name={icon} /> : icon}
      </button>
      {open && (
        <div
          ref={content}
          id={contentId}
          className="practice-menu-list"
          {...(kind === 'dialog' && { role: 'dialog', 'aria-label': label })}
        >
          {children(close)}
        </div>
      )}
    </div>
  );
}
