import type { Terminal } from '@xterm/xterm';
import type { TerminalHistory } from '../history.js';
import { ScrollAmount } from './scroll-amount.js';

/** Mouse modes in which a program receives the wheel. */
const WHEEL_MODES = new Set(['vt200', 'drag', 'any']);

/** Whether the program in the foreground wants the wheel and the clicks for itself. */
export function takesMouse(live: Terminal): boolean {
  return WHEEL_MODES.has(live.modes.mouseTrackingMode);
}

/** Height of a row in CSS pixels. */
export function rowHeight(terminal: Terminal): number {
  const height = terminal.element?.querySelector('.xterm-screen')?.clientHeight ?? 0;
  return height > 0 ? height / terminal.rows : 1;
}

/**
 * The wheel scrolls the history, unless the program in the foreground has asked for the mouse; with Shift it
 * always does. Returns a function that stops this.
 */
export function scrollByWheel(host: HTMLElement, live: Terminal, history: TerminalHistory): () => void {
  const amount = new ScrollAmount();
  const handleWheel = (event: WheelEvent) => {
    if (event.ctrlKey) return; // the browser zooms
    if (!history.isOpen && !event.shiftKey && takesMouse(live)) return;
    // The terminal under it would turn the wheel into keys, and so walk through a shell's past commands.
    event.preventDefault();
    event.stopPropagation();
    // With Shift, browsers turn a wheel sideways.
    const delta = event.deltaY === 0 && event.shiftKey ? event.deltaX : event.deltaY;
    const lines = amount.turn({ delta, mode: event.deltaMode }, rowHeight(live), live.rows);
    if (lines !== 0) history.scrollLines(lines, { offerProgram: !event.shiftKey });
  };
  // Captured, as the terminal's own handlers are on elements inside the host.
  const options = { capture: true, passive: false };
  host.addEventListener('wheel', handleWheel, options);
  return () => host.removeEventListener('wheel', handleWheel, options);
}

/** Arrow keys for a program on the alternate screen that does not use the mouse, as native terminals send them. */
export function sendArrows(live: Terminal, lines: number): void {
  const count = Math.min(Math.abs(lines), live.rows);
  const lead = live.modes.applicationCursorKeysMode ? '\x1bO' : '\x1b[';
  live.input(`${lead}${lines < 0 ? 'A' : 'B'}`.repeat(count));
}
