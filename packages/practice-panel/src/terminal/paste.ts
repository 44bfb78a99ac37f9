import type { Terminal } from '@xterm/xterm';

/** Ctrl+V as a program reads it: agents look on the clipboard for an image themselves. */
const CTRL_V = '\x16';

/**
 * A paste without any text is told to the program as Ctrl+V; text is the terminal's to paste.
 * Returns how to stop.
 */
export function sendPastedImages(terminal: Terminal, host: HTMLElement): () => void {
  const handlePaste = (event: ClipboardEvent) => {
    if (event.clipboardData?.types.includes('text/plain') ?? true) return;
    event.preventDefault();
    event.stopPropagation();
    terminal.input(CTRL_V);
  };
  // Captured, as the terminal's own handlers are on elements inside the host.
  host.addEventListener('paste', handlePaste, { capture: true });
  return () => host.removeEventListener('paste', handlePaste, { capture: true });
}
