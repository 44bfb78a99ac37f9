import { goOnAfter, goOnBeside } from './after-piece.js';

const TAKE = 'Take this piece from the disk';
const KEEP = 'Keep mine here';

/**
 * Takes a piece of the text on the left. The merge view listens for a pressed mouse button alone, so a click by the
 * keyboard, which has no count of clicks, becomes one.
 */
export function takeButton(ownerDocument: Document): HTMLElement {
  const button = labelled(ownerDocument, { text: '→', label: TAKE });
  button.addEventListener('click', ({ detail }) => {
    const press = () => button.dispatchEvent(new MouseEvent('mousedown', { bubbles: true, cancelable: true }));
    if (detail === 0) goOnBeside(button, press);
  });
  return button;
}

interface Piece {
  /** Whether the disk's piece is taken; otherwise the student's is kept. */
  readonly takes: boolean;
  readonly act: (event: MouseEvent) => void;
}

/** One of the two buttons at a piece where both texts are in one column. */
export function pieceButton(ownerDocument: Document, { takes, act }: Piece): HTMLElement {
  const button = labelled(ownerDocument, takes ? { text: 'Take', label: TAKE } : { text: 'Keep', label: KEEP });
  button.addEventListener('click', (event) => goOnAfter(button, () => act(event)));
  return button;
}

function labelled(ownerDocument: Document, { text, label }: { text: string; label: string }): HTMLButtonElement {
  const button = ownerDocument.createElement('button');
  button.type = 'button';
  button.className = 'wb-piece-button';
  button.textContent = text;
  button.setAttribute('aria-label', label);
  button.title = label;
  return button;
}
