import type { Terminal } from '@xterm/xterm';
import type { TerminalHistory } from '../history.js';

/** A selection that is being made in the live terminal. */
interface Drag {
  readonly down: MouseEvent;
  last: MouseEvent;
}

/**
 * A selection that is dragged beyond the top of the live terminal continues in the history, from the
 * same cell. Returns a function that stops this.
 */
export function selectBeyondTop(host: HTMLElement, live: Terminal, history: TerminalHistory): () => void {
  const control = new AbortController();
  const listen = { signal: control.signal, capture: true };
  let drag: Drag | undefined;
  let release: (() => void) | undefined;

  const handleDown = (event: MouseEvent) => {
    if (event.button !== 0 || !event.isTrusted) return;
    if (history.contains(event.target)) release = history.hold();
    else if (live.element?.contains(event.target as Node)) drag = { down: event, last: event };
  };
  const handleMove = (event: MouseEvent) => {
    if (drag === undefined || !event.isTrusted) return;
    drag.last = event;
    const isAbove = event.clientY < host.getBoundingClientRect().top;
    if (!isAbove || !live.hasSelection() || history.isOpen) return;
    const current = drag;
    drag = undefined;
    release = history.hold();
    void history.openWhole().then((opened) => {
      if (opened && release !== undefined) continueSelection(current, live, history.shown);
    });
    const follow = (moved: MouseEvent) => {
      current.last = moved;
    };
    document.addEventListener('mousemove', follow, { signal: control.signal, capture: true });
    document.addEventListener('mouseup', () => document.removeEventListener('mousemove', follow, true), { once: true });
  };
  const handleUp = (event: MouseEvent) => {
    if (!event.isTrusted) return;
    drag = undefined;
    if (release === undefined) return;
    release();
    release = undefined;
    live.focus(); // the snapshot took the focus, but what is typed is the program's
  };
  host.addEventListener('mousedown', handleDown, listen);
  document.addEventListener('mousemove', handleMove, listen);
  document.addEventListener('mouseup', handleUp, listen);
  return () => control.abort();
}

/** Ends the selection in the live terminal and begins it again in the snapshot, whose handlers then follow the mouse. */
function continueSelection({ down, last }: Drag, live: Terminal, shown: Terminal): void {
  const at = ({ clientX, clientY }: MouseEvent, more: MouseEventInit = {}) => ({
    ...{ bubbles: true, cancelable: true, view: window, button: 0, buttons: 1, clientX, clientY },
    ...more,
  });
  document.dispatchEvent(new MouseEvent('mouseup', at(last, { buttons: 0 })));
  live.clearSelection();
  const screen = shown.element?.querySelector('.xterm-screen');
  screen?.dispatchEvent(new MouseEvent('mousedown', at(down, { detail: down.detail })));
  document.dispatchEvent(new MouseEvent('mousemove', at(last)));
}
