import type { ReactNode } from 'react';
import { usePassedFocus } from './pass-focus.js';
import { useFilled } from './use-filled.js';

export interface BarAction {
  readonly label: string;
  readonly kind?: 'primary' | 'danger';
  readonly run: () => void;
}

interface BarProps {
  readonly tone: 'plain' | 'warning' | 'danger';
  readonly actions: readonly BarAction[];
  readonly children: ReactNode;
}

/** A sentence above what it is about, told to screen readers, and what can be done. */
export function Bar({ tone, actions, children }: BarProps) {
  const isFilled = useFilled();
  const place = usePassedFocus<HTMLDivElement>();
  return (
    <div ref={place} className="wb-bar" data-tone={tone}>
      {/* Holds the room of the words, so that no button moves when they come. */}
      {!isFilled && (
        <div aria-hidden="true" className="wb-bar-words wb-bar-room">
          {children}
        </div>
      )}
      <div role="status" className="wb-bar-words">
        {isFilled && children}
      </div>
      {actions.map(({ label, kind, run }) => (
        <button key={label} type="button" className="practice-action" data-kind={kind} onClick={run}>
          {label}
        </button>
      ))}
    </div>
  );
}
