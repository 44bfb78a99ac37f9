import { hasCommandKey } from '../../terminal/input/platform.js';
import { findKey, READING_KEY } from './panel-keys.js';

/** Leaves the terminal. All keys but this and the clipboard's belong to the programs in it, Tab and Escape included. */
export const LEAVE_KEY = 'Ctrl+Shift+E';

/** How to paste and copy in the terminal on this computer. Ctrl+C still stops a program. */
export function clipboardHelp(): string {
  return `${hasCommandKey() ? '⌘V' : 'Ctrl+V'} pastes, ${hasCommandKey() ? '⌘C' : 'Ctrl+Shift+C'} copies.`;
}

/** How to reach what is above the screen. */
export function historyHelp(): string {
  return `Shift+Page Up scrolls up, ${findKey()} searches, ${READING_KEY} shows the session as text.`;
}
