import type { Terminal } from '@xterm/xterm';
import { copyText } from './clipboard.js';
import { hasCommandKey } from './platform.js';

/** `keyCode` of V: as browsers know the paste key on every keyboard, Cyrillic ones too. */
const KEY_CODE_V = 86;

/**
 * Keys that are the page's: Ctrl+Shift+E to leave, Ctrl+Shift+C to copy, so that Ctrl+C stays the
 * program's, and Ctrl+V where it pastes everywhere else.
 */
export function bindKeys(terminal: Terminal, onLeave: () => void): void {
  terminal.attachCustomKeyEventHandler((event) => {
    if (isPasteKey(event)) return false; // left to the browser, whose paste the terminal then takes
    if (!isPageKey(event)) return true;
    event.preventDefault();
    if (event.type !== 'keydown') return false;
    if (event.code === 'KeyE') onLeave();
    else copyText(terminal.getSelection());
    return false;
  });
}

function isPageKey({ code, ctrlKey, shiftKey, altKey, metaKey }: KeyboardEvent): boolean {
  return (code === 'KeyE' || code === 'KeyC') && ctrlKey && shiftKey && !altKey && !metaKey;
}

function isPasteKey({ keyCode, ctrlKey, shiftKey, altKey, metaKey }: KeyboardEvent): boolean {
  return keyCode === KEY_CODE_V && ctrlKey && !shiftKey && !altKey && !metaKey && !hasCommandKey();
}
