import type { Terminal } from '@xterm/xterm';
import { scrollByKey } from '../history/gestures/keys.js';
import { PageUp } from '../history/gestures/page-up.js';
import type { TerminalHistory } from '../history/history.js';
import { copyText } from './clipboard.js';
import { sendCompositionsFirst } from './composition.js';
import { extendedKey } from './extended-keys.js';
import { hasCommandKey } from './platform.js';

/** `keyCode` of V: as browsers know the paste key on every keyboard, Cyrillic ones too. */
const KEY_CODE_V = 86;

interface PageKeys {
  readonly history: TerminalHistory;
  readonly onLeave: () => void;
  readonly onSearch: () => void;
  readonly onRead: () => void;
  readonly onExplain: () => void;
  /** Whether somebody explains things here; otherwise the key is the program's. */
  readonly canExplain: () => boolean;
}

/**
 * Keys that are the page's: Ctrl+Shift+E to leave, Ctrl+Shift+C to copy, so that Ctrl+C stays the
 * program's, Ctrl+Shift+F (⌘F) to search, Ctrl+Shift+L to read as text, Ctrl+Shift+X to have something
 * explained where somebody does, those that scroll, and Ctrl+V where it pastes everywhere else. All others
 * are the program's, including those that terminals do not tell apart by themselves.
 */
export function bindKeys(terminal: Terminal, keys: PageKeys): void {
  const acts: Readonly<Record<string, () => void>> = {
    e: keys.onLeave,
    c: () => copyText(keys.history.selection()),
    f: keys.onSearch,
    l: keys.onRead,
    x: keys.onExplain,
  };
  const actOf = (event: KeyboardEvent) => {
    const letter = event.code.replace('Key', '').toLowerCase();
    return isPageKey(event) && (letter !== 'x' || keys.canExplain()) ? acts[letter] : undefined;
  };
  const pageUp = new PageUp(terminal, keys.history);
  const sendComposition = sendCompositionsFirst(terminal);
  terminal.attachCustomKeyEventHandler((event) => {
    sendComposition(event);
    if (isPasteKey(event)) return false; // left to the browser, whose paste the terminal then takes
    if (scrollByKey(event, keys.history, pageUp)) return false;
    const act = actOf(event);
    if (act === undefined) return !sendExtended(terminal, event);
    event.preventDefault();
    if (event.type === 'keydown') act();
    return false;
  });
}

/** Sends a key that xterm cannot send; false if xterm can. A key that is part of a composition is left to xterm. */
function sendExtended(terminal: Terminal, event: KeyboardEvent): boolean {
  const sequence = event.isComposing || isShiftPaste(event) ? undefined : extendedKey(event);
  if (sequence === undefined) return false;
  event.preventDefault();
  if (event.type === 'keydown') terminal.input(sequence);
  return true;
}

/** Ctrl+Shift+V, which pastes without formatting in browsers. */
function isShiftPaste({ keyCode, ctrlKey, shiftKey }: KeyboardEvent): boolean {
  return keyCode === KEY_CODE_V && ctrlKey && shiftKey;
}

function isPageKey({ code, ctrlKey, shiftKey, altKey, metaKey }: KeyboardEvent): boolean {
  if (code === 'KeyF' && metaKey && hasCommandKey()) return !ctrlKey && !shiftKey && !altKey;
  return ctrlKey && shiftKey && !altKey && !metaKey;
}

function isPasteKey({ keyCode, ctrlKey, shiftKey, altKey, metaKey }: KeyboardEvent): boolean {
  return keyCode === KEY_CODE_V && ctrlKey && !shiftKey && !altKey && !metaKey && !hasCommandKey();
}
