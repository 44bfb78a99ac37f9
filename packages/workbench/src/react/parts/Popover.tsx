import { type ReactNode, useEffect, useId, useRef, useState } from 'react';
import { Icon, type IconName } from './icons.js';
import { useDismiss } from './use-dismiss.js';

interface PopoverProps {
  readonly label: string;
  readonly icon: IconName;
  /** Words beside the icon; without them, the label is only told and shown as a tip. */
  readonly text?: ReactNode;
  /** A list of actions, or a dialog. */
  readonly kind: 'actions' | 'dialog';
  /** Which edge of the button it is aligned with. */
  readonly align?: 'left' | 'right';
  /** What it shows; `close` closes it and returns the focus to the button. */
  readonly children: (close: () => void) => ReactNode;
}

/** Where the focus goes: what is chosen, and otherwise the first thing that can be. */
const FOCUSABLE = ['input:checked', 'select, input, button, [tabindex="0"]'];

/** A button that opens something small beside it. Opening moves the focus in; Escape moves it back. */
export function Popover({ label, icon, text, kind, align = 'right', children }: PopoverProps) {
  const [open, setOpen] = useState(false);
  const root = useRef<HTMLDivElement>(null);
  const button = useRef<HTMLButtonElement>(null);
  const content = useRef<HTMLDivElement>(null);
  const contentId = useId();
  const close = (returns = true) => {
    if (returns) button.current?.focus();
    setOpen(false);
  };
  useDismiss(root, open, close);
  useEffect(() => {
    if (!open) return;
    const found = FOCUSABLE.map((selector) => content.current?.querySelector<HTMLElement>(selector));
    found.find((each) => each != null)?.focus();
  }, [open]);
  return (
    <div className="practice-menu wb-popover" data-kind={kind} data-align={align} ref={root}>
      <button
        ref={button}
        type="button"
        className={text === undefined ? 'practice-icon-button' : 'wb-text-button'}
        aria-label={label}
        aria-expanded={open}
        aria-controls={open ? contentId : undefined}
        aria-haspopup={kind === 'dialog' ? 'dialog' : undefined}
        title={label}
        onClick={() => setOpen(!open)}
      >
        <Icon name={icon} />
        {text}
      </button>
      {open && (
        <div
          ref={content}
          id={contentId}
          className="practice-menu-list"
          {...(kind === 'dialog' && { role: 'dialog', 'aria-label': label })}
        >
          {children(() => close())}
        </div>
      )}
    </div>
  );
}
