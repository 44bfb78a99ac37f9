const CLASS = 'practice-link-target';

/** Says in a corner of the terminal under the mouse where a link leads, as browsers do. */
export function showTarget({ target: under }: MouseEvent, text: string): void {
  hideTarget();
  const hint = document.createElement('div');
  // xterm takes an element of its own class for a part of the link that is hovered.
  hint.className = `${CLASS} xterm-hover`;
  hint.setAttribute('role', 'tooltip');
  hint.textContent = text;
  if (under instanceof Element) under.closest('.xterm')?.append(hint);
}

/** There is one mouse, and so one such hint on the page. */
export function hideTarget(): void {
  document.querySelector(`.${CLASS}`)?.remove();
}
