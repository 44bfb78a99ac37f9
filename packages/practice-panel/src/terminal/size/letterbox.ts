import type { FitAddon } from '@xterm/addon-fit';
import type { Terminal } from '@xterm/xterm';
import type { GridSize } from '../../client/terminal/terminal-connection.js';

/** Bounds of a watcher's font in CSS pixels: below, nothing can be read; above, a line is a headline. */
const SMALLEST_PX = 3;
const LARGEST_PX = 32;
/** Step between two sizes in CSS pixels. */
const STEP_PX = 0.5;

/** Shows the writer's grid in the largest font in which it fits. */
export function letterbox(terminal: Terminal, addon: FitAddon, grid: GridSize): void {
  const room = addon.proposeDimensions();
  const now = terminal.options.fontSize ?? LARGEST_PX;
  if (room === undefined || Number.isNaN(room.cols)) return;
  // One cell more than fits: the estimate is then never too small, and the steps go down from it.
  const scale = Math.min((room.cols + 1) / grid.cols, (room.rows + 1) / grid.rows);
  let size = Math.min(LARGEST_PX, Math.ceil((now * scale) / STEP_PX) * STEP_PX);
  setFontSize(terminal, size);
  while (size > SMALLEST_PX && !fits(addon.proposeDimensions(), grid)) {
    size -= STEP_PX;
    setFontSize(terminal, size);
  }
}

function setFontSize(terminal: Terminal, size: number): void {
  terminal.options.fontSize = Math.max(size, SMALLEST_PX);
}

function fits(room: GridSize | undefined, { cols, rows }: GridSize): boolean {
  return room === undefined || (room.cols >= cols && room.rows >= rows);
}
