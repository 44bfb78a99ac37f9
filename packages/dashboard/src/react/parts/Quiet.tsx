import type { ReactNode } from 'react';

/** Shown where nothing is yet: what will be here, and how it comes. */
export function Empty({ title, children }: { readonly title: string; readonly children: ReactNode }) {
  return (
    <div className="dash-empty">
      <p className="dash-empty-title">{title}</p>
      <p>{children}</p>
    </div>
  );
}

interface TroubleProps {
  readonly message: string;
  readonly onRetry?: (() => void) | undefined;
  readonly retry?: string;
}

/** What went wrong, in words, and a button to try it again. */
export function Trouble({ message, onRetry, retry = 'Try again' }: TroubleProps) {
  return (
    <div className="dash-trouble" role="alert">
      <p>{message}</p>
      {onRetry && (
        <button type="button" className="practice-action" onClick={onRetry}>
          {retry}
        </button>
      )}
    </div>
  );
}

/** Holds the room of cards that are yet to come. */
export function Waiting({ words, cards = 3 }: { readonly words: string; readonly cards?: number }) {
  return (
    <>
      <p className="practice-visually-hidden" role="status">
        {words}
      </p>
      <div className="dash-cards" aria-hidden="true">
        {Array.from({ length: cards }, (_, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: they are all alike
          <div className="dash-card dash-bones" key={index}>
            <span />
            <span />
            <span />
            <span />
          </div>
        ))}
      </div>
    </>
  );
}
