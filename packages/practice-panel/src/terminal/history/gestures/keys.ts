import type { Terminal } from '@xterm/xterm';
import type { TerminalHistory } from '../history.js';
import type { PageUp } from './page-up.js';

type Step = (history: TerminalHistory) => void;

/** Keys that scroll while the history shows. */
const STEPS: Readonly<Record<string, Step>> = {
  PageUp: (history) => history.scrollPages(-1),
  PageDown: (history) => history.scrollPages(1),
  ArrowUp: (history) => history.scrollLines(-1),
  ArrowDown: (history) => history.scrollLines(1),
  Home: (history) => history.scrollToTop(),
  End: (history) => history.close(),
  Escape: (history) => history.close(),
};

/** Keys that, with Shift, begin to scroll: as in other terminals, no program receives them. */
const OPENING = new Set(['PageUp', 'Home']);
/** Keys that type nothing by themselves. */
const MODIFIERS = new Set(['Shift', 'Control', 'Alt', 'Meta', 'AltGraph', 'CapsLock', 'Fn']);

/**
 * Handles a key of the terminal that scrolls; true if it was one. All others belong to
 * the program.
 */
export function scrollByKey(event: KeyboardEvent, history: TerminalHistory, pageUp: PageUp): boolean {
  const step = history.isOpen ? openStep(event) : openingStep(event, pageUp);
  if (step === undefined) {
    if (event.type === 'keydown' && !MODIFIERS.has(event.key)) pageUp.giveToProgram();
    return false;
  }
  event.preventDefault();
  if (event.type === 'keydown') step(history);
  return true;
}

function openStep({ key, ctrlKey, altKey, metaKey }: KeyboardEvent): Step | undefined {
  return ctrlKey || altKey || metaKey ? undefined : STEPS[key];
}

function openingStep(event: KeyboardEvent, pageUp: PageUp): Step | undefined {
  if (event.shiftKey) return OPENING.has(event.key) ? openStep(event) : undefined;
  return event.key === 'PageUp' && openStep(event) ? () => pageUp.press() : undefined;
}

/**
 * Typing goes to the program, whatever is shown: the live terminal comes back first. Returns a function
 * that stops this.
 */
export function returnByTyping(host: HTMLElement, live: Terminal, history: TerminalHistory): () => void {
  const control = new AbortController();
  const listen = { signal: control.signal, capture: true };
  const { textarea } = live;
  const typed = live.onKey(() => history.close());
  // An input method or a phone's keyboard types without key presses.
  textarea?.addEventListener('compositionstart', () => history.close(), listen);
  textarea?.addEventListener('beforeinput', () => history.close(), listen);
  host.addEventListener('keydown', (event) => handOver(event, live, history), listen);
  control.signal.addEventListener('abort', () => typed.dispose());
  return () => control.abort();
}

/** Passes a key that reaches the snapshot, which has the focus after its context menu, to the live terminal. */
function handOver(event: KeyboardEvent, live: Terminal, history: TerminalHistory): void {
  if (!event.isTrusted || !history.contains(event.target)) return;
  if (isCopy(event)) return;
  event.stopPropagation();
  live.focus();
  const { key, code, keyCode, location, repeat, ctrlKey, shiftKey, altKey, metaKey } = event;
  const same = { key, code, keyCode, location, repeat, ctrlKey, shiftKey, altKey, metaKey };
  const passed = live.textarea?.dispatchEvent(
    new KeyboardEvent('keydown', { ...same, bubbles: true, cancelable: true }),
  );
  if (passed === false) event.preventDefault();
}

/** Left to the browser, which copies from where the focus is; a modifier alone types nothing. */
function isCopy({ key, ctrlKey, metaKey }: KeyboardEvent): boolean {
  if (key === 'Control' || key === 'Meta' || key === 'Shift' || key === 'Alt') return true;
  return (key.toLowerCase() === 'c' && metaKey) || (key === 'Insert' && ctrlKey);
}
