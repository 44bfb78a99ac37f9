import { hasCommandKey } from '../terminal/platform.js';

/** Leaves the terminal: every other key but those of the clipboard belongs to the programs in it, Tab and Escape included. */
export const LEAVE_KEY = 'Ctrl+Shift+E';

/** How to paste and copy in the terminal on this computer. Ctrl+C stays what stops a program. */
export function clipboardHelp(): string {
  return `${hasCommandKey() ? '⌘V' : 'Ctrl+V'} pastes, ${hasCommandKey() ? '⌘C' : 'Ctrl+Shift+C'} copies.`;
}
