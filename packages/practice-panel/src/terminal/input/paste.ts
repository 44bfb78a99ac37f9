import type { Terminal } from '@xterm/xterm';

/** Ctrl+V as a program reads it: agents look on the clipboard for an image themselves. */
const CTRL_V = '\x16';

/**
 * Takes every paste, however it was triggered, before the terminal does. A paste without any text goes to
 * the program as Ctrl+V. Returns a function that stops this.
 */
export function takePastes(terminal: Terminal, host: HTMLElement, pasteText: (text: string) => void): () => void {
  const handlePaste = (event: ClipboardEvent) => {
    if (event.clipboardData === null) return;
    event.preventDefault();
    event.stopPropagation();
    if (event.clipboardData.types.includes('text/plain')) pasteText(event.clipboardData.getData('text/plain'));
    else terminal.input(CTRL_V);
  };
  // Captured, as the terminal's own handlers are on elements inside the host.
  host.addEventListener('paste', handlePaste, { capture: true });
  return () => host.removeEventListener('paste', handlePaste, { capture: true });
}
