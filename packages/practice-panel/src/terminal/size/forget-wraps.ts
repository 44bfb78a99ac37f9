import type { Terminal } from '@xterm/xterm';

/** What xterm has inside and its API only reads: which rows continue the line above. */
interface Core {
  readonly buffers: {
    readonly active: {
      readonly lines: { readonly length: number; get(row: number): { isWrapped: boolean } | undefined };
    };
  };
}

/** How long what tmux drew for the former size may still arrive, in milliseconds. */
const IN_FLIGHT_MS = 2000;

/**
 * At a new size, xterm lays its lines out again and notes which rows continue others; and what tmux drew for the former
 * size, and is on its way, wraps in a narrower terminal. tmux then draws every row where it has it, and does not end
 * what xterm noted: selected text would lose the ends of lines. So nothing continues until tmux draws it so. For each
 * size, it begins to draw with the whole screen for a scrolling region. Does nothing with an xterm that is another inside.
 */
export function forgetWraps(terminal: Terminal): void {
  let resizedAt = Number.NEGATIVE_INFINITY;
  terminal.onResize(() => {
    resizedAt = performance.now();
    forget(terminal);
  });
  terminal.parser.registerCsiHandler({ final: 'r' }, ([top, bottom]) => {
    const isWhole = top === 1 && bottom === terminal.rows;
    if (isWhole && performance.now() - resizedAt < IN_FLIGHT_MS) forget(terminal);
    return false; // xterm does what it says
  });
}

function forget(terminal: Terminal): void {
  const lines = (terminal as unknown as { readonly _core?: Partial<Core> })._core?.buffers?.active.lines;
  for (let row = 0; row < (lines?.length ?? 0); row += 1) {
    const line = lines?.get(row);
    if (line !== undefined) line.isWrapped = false;
  }
}
