import type { MouseEvent } from 'react';

/**
 * The way past the terminal, which keeps Tab for its programs: from the actions to the results below.
 * Visible only while it has the focus.
 */
export function SkipTerminal() {
  return (
    <button type="button" className="practice-action practice-skip" onClick={focusResults}>
      Go to the results
    </button>
  );
}

function focusResults({ currentTarget }: MouseEvent): void {
  currentTarget.parentElement?.querySelector<HTMLElement>('.practice-results button')?.focus();
}
