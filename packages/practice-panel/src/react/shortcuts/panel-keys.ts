import type { KeyboardEvent } from 'react';
import { hasCommandKey } from '../../terminal/input/platform.js';

/** Keys of the panel itself, wherever in it the focus is. No program in the terminal sees them. */
export type PanelKey = 'larger' | 'smaller' | 'usual_size' | 'full_screen';

/** Enters and leaves full screen: a key that browsers leave to pages, and that terminals use for this. */
export const FULL_SCREEN_KEY = 'Ctrl+Shift+F11';

/** Ctrl+Shift+- is Ctrl+_, which undoes in a shell; its key is '_', and so it is left to the program. */
const SIZE_KEYS: Readonly<Record<string, PanelKey>> = {
  '+': 'larger',
  '=': 'larger',
  '-': 'smaller',
  '0': 'usual_size',
};

/** What a key press means to the panel; undefined if nothing. */
export function panelKeyOf({ key, ctrlKey, metaKey, shiftKey, altKey }: KeyboardEvent): PanelKey | undefined {
  if (altKey || ctrlKey === metaKey) return undefined;
  if (key === 'F11') return ctrlKey && shiftKey ? 'full_screen' : undefined;
  return metaKey === hasCommandKey() ? SIZE_KEYS[key] : undefined;
}

/** The modifier of the size keys on this computer. */
export function commandKeyName(): string {
  return hasCommandKey() ? '⌘' : 'Ctrl+';
}

/** The key that finds text in the history, on this computer. */
export function findKey(): string {
  return hasCommandKey() ? '⌘F' : 'Ctrl+Shift+F';
}

/** The key that shows the session as plain text. */
export const READING_KEY = 'Ctrl+Shift+L';

/** The key that has explained what is marked, in the terminal and in a lesson beside it. */
export const EXPLAIN_KEY = 'Ctrl+Shift+X';
