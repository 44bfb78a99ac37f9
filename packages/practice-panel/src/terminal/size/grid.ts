import { MAX_COLS, MAX_ROWS, MIN_COLS, MIN_ROWS } from '@agent-factory/protocol';
import type { GridSize } from '../../client/terminal/terminal-connection.js';

/** Width and height in CSS pixels. */
export interface PixelSize {
  readonly width: number;
  readonly height: number;
}

/** What xterm keeps free at the right for its scroll bar, in CSS pixels: its `DEFAULT_SCROLL_BAR_WIDTH`. */
const SCROLL_BAR_WIDTH = 14;

/** Whole cells that fit into a terminal's host; undefined if either has no size, as while it is hidden. */
export function gridWithin(host: PixelSize, cell: PixelSize): GridSize | undefined {
  if (!(host.width > 0 && host.height > 0 && cell.width > 0 && cell.height > 0)) return undefined;
  return boundedGrid({
    cols: Math.floor((Math.floor(host.width) - SCROLL_BAR_WIDTH) / cell.width),
    rows: Math.floor(Math.floor(host.height) / cell.height),
  });
}

/** A grid within what the contract allows. */
export function boundedGrid({ cols, rows }: GridSize): GridSize {
  return { cols: clamp(cols, MIN_COLS, MAX_COLS), rows: clamp(rows, MIN_ROWS, MAX_ROWS) };
}

function clamp(value: number, low: number, high: number): number {
  return Math.min(Math.max(value, low), high);
}
