import type { Terminal } from '@xterm/xterm';

/** What xterm has inside and its API only reads: which rows continue the line above. */
interface Core {
  readonly buffers: { readonly active: Rows };
}

interface Rows {
  /** The first row of the screen, and the cursor's within the screen. */
  readonly ybase: number;
  readonly y: number;
  readonly lines: { readonly length: number; get(row: number): { isWrapped: boolean } | undefined };
}

/** How long what tmux drew for the former size may still arrive, in milliseconds. */
const IN_FLIGHT_MS = 2000;

/** Parameters of EL that erase from the cursor to the end of its row, and all of the row. */
const [TO_THE_END, WHOLE_ROW] = [0, 2];

/**
 * xterm notes with a row that it continues the one above, and forgets it only when that row itself is cleared. Where it
 * stays though tmux does not have it so, selected text lacks the ends of lines. So it is forgotten here:
 * - when all of the row above is erased, or new rows are put in between. A part of a row may be erased only to be
 *   written again, and tmux does not say then that the next one goes on from it;
 * - at a new size, for which xterm lays its lines out again, whereas tmux then draws every row where it has it; and when
 *   tmux begins to draw for that size, which it does with the whole screen for a scrolling region: what it drew for the
 *   former size, and was on its way, wraps in a narrower terminal.
 * Does nothing with an xterm that is another inside.
 */
export function forgetWraps(terminal: Terminal): void {
  forgetAtReplacement(terminal);
  let resizedAt = Number.NEGATIVE_INFINITY;
  terminal.onResize(() => {
    resizedAt = performance.now();
    forgetAll(terminal);
  });
  terminal.parser.registerCsiHandler({ final: 'r' }, ([top, bottom]) => {
    const isWhole = top === 1 && bottom === terminal.rows;
    if (isWhole && performance.now() - resizedAt < IN_FLIGHT_MS) forgetAll(terminal);
    return false; // xterm does what it says
  });
}

function forgetAtReplacement(terminal: Terminal): void {
  terminal.parser.registerCsiHandler({ final: 'K' }, ([what]) => {
    const isWhole = what === WHOLE_ROW || (what === TO_THE_END && terminal.buffer.active.cursorX === 0);
    if (isWhole) forgetFromCursor(terminal, 1);
    return false;
  });
  terminal.parser.registerCsiHandler({ final: 'L' }, () => {
    forgetFromCursor(terminal, 0);
    return false;
  });
}

/** The row so many below the cursor. */
function forgetFromCursor(terminal: Terminal, rows: number): void {
  const buffer = activeBuffer(terminal);
  if (buffer !== undefined) forget(buffer, buffer.ybase + buffer.y + rows);
}

function forgetAll(terminal: Terminal): void {
  const buffer = activeBuffer(terminal);
  for (let row = 0; row < (buffer?.lines.length ?? 0); row += 1) forget(buffer, row);
}

function forget(buffer: Rows | undefined, row: number): void {
  const line = buffer?.lines.get(row);
  if (line !== undefined) line.isWrapped = false;
}

function activeBuffer(terminal: Terminal): Rows | undefined {
  return (terminal as unknown as { readonly _core?: Partial<Core> })._core?.buffers?.active;
}
