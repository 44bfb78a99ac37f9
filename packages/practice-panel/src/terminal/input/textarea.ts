import type { Terminal } from '@xterm/xterm';

/** What is typed goes to a program and is not prose: a keyboard that corrects or capitalises it would break it. */
const ATTRIBUTES = {
  autocapitalize: 'none',
  autocomplete: 'off',
  autocorrect: 'off',
  enterkeyhint: 'enter',
  inputmode: 'text',
  spellcheck: 'false',
} as const;

/** Prepares the field that takes the terminal's keys, for keyboards on a screen and for screen readers. */
export function prepareTextarea({ textarea }: Terminal, helpId: string): void {
  for (const [name, value] of Object.entries(ATTRIBUTES)) textarea?.setAttribute(name, value);
  textarea?.setAttribute('aria-describedby', helpId);
}

/**
 * Keeps the field at the cursor when the size of the screen changes: an input method shows its candidates at
 * the field, a phone brings the field into view, and xterm moves it only when a program moves the cursor.
 * Returns what to call when the size of a cell has changed.
 */
export function keepAtCursor(terminal: Terminal): () => void {
  let isStale = false;
  const follow = () => {
    place(terminal);
    isStale = true; // until the terminal is drawn with its new cells
  };
  terminal.onResize(follow);
  terminal.onRender(() => {
    if (isStale) place(terminal);
    isStale = false;
  });
  return follow;
}

/** As xterm itself does it. While something is composed, the field is as wide as that, and xterm's to place. */
function place({ buffer, cols, element, rows, textarea }: Terminal): void {
  const screen = element?.querySelector('.xterm-screen');
  if (!screen || !textarea || element?.querySelector('.composition-view.active')) return;
  const { active } = buffer;
  const col = Math.min(active.cursorX, cols - 1);
  const cell = active.getLine(active.baseY + active.cursorY)?.getCell(col);
  const [width, height] = [screen.clientWidth / cols, screen.clientHeight / rows];
  Object.assign(textarea.style, {
    left: `${col * width}px`,
    top: `${active.cursorY * height}px`,
    width: `${(cell?.getWidth() ?? 1) * width}px`,
    height: `${height}px`,
    lineHeight: `${height}px`,
  });
}
