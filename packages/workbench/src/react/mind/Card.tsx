import type { KeyboardEvent, ReactNode, RefObject } from 'react';
import { Icon } from '../parts/icons.js';

interface CardProps {
  /** What it is, for who hears it. */
  readonly label: string;
  readonly title: string;
  readonly status: 'asked' | 'answered' | 'ended' | 'failed';
  readonly place: RefObject<HTMLElement | null>;
  /** Takes it away: by its button, and by Escape. Without it, it stays until something has come of it. */
  readonly close?: { readonly label: string; readonly tip: string; readonly run: () => void } | undefined;
  readonly children: ReactNode;
}

/** What the student has asked for, and what comes of it. It can have the keyboard. */
export function Card({ label, title, status, place, close, children }: CardProps) {
  const handleKey = (event: KeyboardEvent) => {
    if (event.key !== 'Escape' || close === undefined || event.defaultPrevented) return;
    event.preventDefault();
    event.stopPropagation();
    close.run();
  };
  return (
    <section
      ref={place}
      className="wb-section wb-card"
      data-status={status}
      aria-label={label}
      aria-busy={status === 'asked'}
      tabIndex={-1}
      onKeyDown={handleKey}
    >
      <div className="wb-card-head">
        <h4>{title}</h4>
        {/* The same button all the time, so that the focus stays on it. */}
        {close && (
          <button
            type="button"
            className="practice-icon-button"
            aria-label={close.label}
            title={close.tip}
            onClick={close.run}
          >
            <Icon name="cross" />
          </button>
        )}
      </div>
      {children}
    </section>
  );
}

/** While something is thought about. */
export function Waiting({ children }: { readonly children: ReactNode }) {
  return (
    <p className="wb-line practice-muted">
      <span className="practice-spinner" aria-hidden="true" />
      <span>{children}</span>
    </p>
  );
}
