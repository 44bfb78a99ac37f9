import type { Terminal } from '@xterm/xterm';
import { copyText } from './clipboard.js';

/** Keys that are the page's: Ctrl+Shift+E to leave, Ctrl+Shift+C to copy, so that Ctrl+C stays the program's. */
export function bindKeys(terminal: Terminal, onLeave: () => void): void {
  terminal.attachCustomKeyEventHandler((event) => {
    if (!event.ctrlKey || !event.shiftKey || event.altKey || event.metaKey) return true;
    if (event.code !== 'KeyE' && event.code !== 'KeyC') return true;
    event.preventDefault();
    if (event.type !== 'keydown') return false;
    if (event.code === 'KeyE') onLeave();
    else copyText(terminal.getSelection());
    return false;
  });
}
