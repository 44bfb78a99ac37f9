import type { Terminal } from '@xterm/xterm';
import type { TerminalHistory } from '../history.js';

/**
 * Copying copies what is selected in the snapshot, wherever the focus is; pasting goes to the program,
 * so the live terminal comes back first. Returns a function that stops this.
 */
export function copyFromHistory(host: HTMLElement, live: Terminal, history: TerminalHistory): () => void {
  const control = new AbortController();
  const listen = { signal: control.signal, capture: true };
  const handleCopy = (event: ClipboardEvent) => {
    const text = history.isOpen ? history.selection() : '';
    if (text === '') return;
    event.clipboardData?.setData('text/plain', text);
    event.preventDefault();
    event.stopPropagation();
  };
  const handlePaste = () => {
    if (!history.isOpen) return;
    history.close();
    live.focus();
  };
  host.addEventListener('copy', handleCopy, listen);
  host.addEventListener('paste', handlePaste, listen);
  return () => control.abort();
}
